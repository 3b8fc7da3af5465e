import { consoleContract as api } from '@hongyan/contract/console'
import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { ask } from './ask.ts'
import styles from './console.module.css'
import { useConsole } from './console-state.ts'

/** Asks for the password while something dangerous waits for it. */
export function ConfirmPassword() {
  const asking = useConsole((state) => state.asking)
  return asking && <Form done={asking} />
}

function Form({ done }: { done: (given: boolean) => void }) {
  const { t } = useTranslation('console')
  const [password, setPassword] = useState('')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    setBusy(true)
    try {
      await ask(api.confirm, { body: { password } })
      done(true)
    } catch (thrown) {
      setError((thrown as Error).message)
      setBusy(false)
    }
  }
  return (
    <FormDialog
      title={t('confirm.title')}
      words={{ close: t('close'), cancel: t('common:cancel'), submit: t('confirm.go') }}
      checked
      busy={busy}
      onClose={() => done(false)}
      onSubmit={() => void submit()}
    >
      <p className={styles.note}>{t('confirm.text')}</p>
      <PasswordField
        label={t('confirm.password')}
        showLabel={t('confirm.show')}
        hideLabelText={t('confirm.hide')}
        autoComplete="current-password"
        data-autofocus
        required
        value={password}
        error={error || null}
        onChange={(event) => setPassword(event.target.value)}
      />
    </FormDialog>
  )
}
