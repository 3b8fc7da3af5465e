import { recovery } from '@hongyan/contract/recovery'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { LoginPasswordField } from '../passwords/login-password-field.public.tsx'
import { Row, Section } from '../settings/form.public.tsx'
import { CodeField, isBlank, noCode } from './code-field.tsx'
import { emailProblem } from './email-problem.ts'
import { PasswordQuestion } from './password-question.public.tsx'

const addressQuery = queryOptions({
  queryKey: ['recovery-address'],
  queryFn: ({ signal }) => call(recovery.bound, {}, { signal }),
})
const refresh = () => void queryClient.invalidateQueries({ queryKey: addressQuery.queryKey })

/** The address outside to which a code for a forgotten password goes. */
export function RecoveryAddressSection() {
  const { t } = useTranslation('second')
  const { data } = useQuery(addressQuery)
  const [open, setOpen] = useState<'bind' | 'unbind' | null>(null)
  if (!data) return null
  const close = () => {
    setOpen(null)
    refresh()
  }
  return (
    <Section title={t('mailTitle')} hint={t('mailHint')}>
      <Row label={data.address || t('mailNone')}>
        {() => (
          <>
            {data.address && <Button onClick={() => setOpen('unbind')}>{t('mailUnbind')}</Button>}
            <Button onClick={() => setOpen('bind')}>{t('mailBind')}</Button>
          </>
        )}
      </Row>
      {open === 'bind' && <BindAddressDialog onClose={close} />}
      {open === 'unbind' && (
        <PasswordQuestion
          onClose={close}
          answer={async (password) => void (await call(recovery.unbind, { body: { password } }))}
        />
      )}
    </Section>
  )
}

/** The address, the code that reached it, and the login password. */
function BindAddressDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('second')
  const [address, setAddress] = useState('')
  const [password, setPassword] = useState('')
  const [given, setGiven] = useState(noCode)
  const [sentTo, setSentTo] = useState('')
  const [addressError, setAddressError] = useState<string | null>(null)
  const { busy, error, attempt, setError } = useAttempt()
  const isFit = (): boolean => {
    const problem = emailProblem(address)
    setAddressError(problem && t(problem))
    return problem === null
  }
  const sendCode = async (to: string) => {
    const sent = await call(recovery.sendCode, { body: { address: to } })
    setSentTo(to)
    return sent
  }
  const submit = () => {
    if (!isFit()) return
    if (isBlank(given.code)) return setError(t('codeNeeded'))
    if (password === '') return setError(t('passwordNeeded'))
    const body = { address: address.trim(), ...given, password }
    void attempt(() => call(recovery.bind, { body })).then((done) => {
      if (!done) return
      toast({ kind: 'success', text: t('mailBound') })
      onClose()
    })
  }
  return (
    <FormDialog
      title={t('mailBind')}
      words={{ close: t('common:close'), cancel: t('common:cancel'), submit: t('common:ok') }}
      width={440}
      busy={busy}
      error={error}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label={t('mailAddress')}
        name="recovery-address"
        type="email"
        autoComplete="email"
        data-autofocus
        maxLength={254}
        value={address}
        error={addressError}
        onChange={(event) => setAddress(event.target.value)}
      />
      <CodeField
        value={given}
        onChange={setGiven}
        sentText={t('sentSecond', { phone: sentTo })}
        error={null}
        send={() => (isFit() ? sendCode(address.trim()) : null)}
      />
      <LoginPasswordField value={password} onChange={setPassword} />
    </FormDialog>
  )
}
