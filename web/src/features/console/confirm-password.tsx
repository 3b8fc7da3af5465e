import { consoleContract as api } from '@hongyan/contract/console'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { ask } from './ask.ts'
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
  const submit = async (event: FormEvent) => {
    event.preventDefault()
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
    <Dialog title={t('confirm.title')} closeLabel={t('close')} onClose={() => done(false)}>
      <form onSubmit={(event) => void submit(event)}>
        <p>{t('confirm.text')}</p>
        <PasswordField
          label={t('confirm.password')}
          showLabel={t('confirm.show')}
          hideLabelText={t('confirm.hide')}
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={error || null}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" kind="primary" busy={busy} disabled={password === ''}>
          {t('confirm.go')}
        </Button>
      </form>
    </Dialog>
  )
}
