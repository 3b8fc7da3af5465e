import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { LoginPasswordField } from '../passwords/login-password-field.public.tsx'

interface PasswordQuestionProps {
  onClose: () => void
  /** Said above it: what it is asked for. */
  children?: ReactNode
  /** Throws where the password was wrong. */
  answer: (password: string) => Promise<void>
}

/** The login password once more: an open screen is not enough to make a login weaker. */
export function PasswordQuestion({ onClose, answer, children }: PasswordQuestionProps) {
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
      {children}
      <p>{t('passwordText')}</p>
      <LoginPasswordField data-autofocus value={password} error={error} onChange={setPassword} />
    </FormDialog>
  )
}
