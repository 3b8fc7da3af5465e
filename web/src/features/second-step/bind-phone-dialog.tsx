import { phone } from '@hongyan/contract/phone'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { LoginPasswordField } from '../passwords/login-password-field.public.tsx'
import { CodeField, isBlank, noCode } from './code-field.tsx'
import { phoneProblem } from './phone-login.public.tsx'

/** Binds a phone: its number, the code that reached it, and the login password (SECURITY-10). */
export function BindPhoneDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('second')
  const [number, setNumber] = useState('')
  const [password, setPassword] = useState('')
  const [given, setGiven] = useState(noCode)
  const [sentTo, setSentTo] = useState('')
  const [numberError, setNumberError] = useState<string | null>(null)
  const { busy, error, attempt, setError } = useAttempt()
  const isFit = (): boolean => {
    const problem = phoneProblem(number)
    setNumberError(problem && t(problem))
    return problem === null
  }
  const sendCode = async (to: string) => {
    const sent = await call(phone.sendCode, { body: { purpose: 'bind', phone: to } })
    setSentTo(to)
    return sent
  }
  const submit = () => {
    if (!isFit()) return
    if (isBlank(given.code)) return setError(t('codeNeeded'))
    if (password === '') return setError(t('passwordNeeded'))
    const body = { phone: number, ...given, password }
    void attempt(() => call(phone.bind, { body })).then((done) => {
      if (!done) return
      toast({ kind: 'success', text: t('bound') })
      onClose()
    })
  }
  return (
    <FormDialog
      title={t('bind')}
      words={{ close: t('common:close'), cancel: t('common:cancel'), submit: t('common:ok') }}
      width={440}
      busy={busy}
      error={error}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label={t('phone')}
        name="phone"
        type="tel"
        autoComplete="tel-national"
        data-autofocus
        maxLength={11}
        value={number}
        error={numberError}
        onChange={(event) => setNumber(event.target.value)}
      />
      <CodeField
        value={given}
        onChange={setGiven}
        sentText={t('sentSecond', { phone: sentTo })}
        error={null}
        send={() => (isFit() ? sendCode(number) : null)}
      />
      <LoginPasswordField value={password} onChange={setPassword} />
    </FormDialog>
  )
}
