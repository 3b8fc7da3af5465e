import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { PasswordField } from '../../ui/password-field.tsx'

interface PasswordQuestionProps {
  onClose: () => void
  /** What it is asked for; throws where the password was wrong. */
  answer: (password: string) => Promise<void>
}

/** The login password once more: an open screen is not enough to make a login weaker. */
export function PasswordQuestion({ onClose, answer }: PasswordQuestionProps) {
  const { t } = useTranslation('second')
  const [password, setPassword] = useState('')
  const { busy, error, attempt, setError } = useAttempt()
  const submit = () => {
    if (password === '') return setError(t('passwordNeeded'))
    void attempt(() => answer(password)).then((done) => {
      if (done) onClose()
    })
  }
  return (
    <FormDialog
      title={t('password')}
      words={{ close: t('common:close'), cancel: t('common:cancel'), submit: t('common:ok') }}
      width={380}
      busy={busy}
      onClose={onClose}
      onSubmit={submit}
    >
      <p>{t('passwordText')}</p>
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="current-password"
        data-autofocus
        showLabel={t('login:showPassword')}
        hideLabelText={t('login:hidePassword')}
        maxLength={200}
        value={password}
        error={error}
        onChange={(event) => setPassword(event.target.value)}
      />
    </FormDialog>
  )
}
