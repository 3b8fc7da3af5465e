import { type ComponentProps, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { LoginPasswordField } from '../passwords/login-password-field.public.tsx'
import { CodeField, isBlank, noCode, type SentCode } from './code-field.tsx'

interface BindDialogProps {
  title: string
  /** Said when it is done. */
  doneText: string
  /** Of what is bound: a number, an address. */
  field: Pick<
    ComponentProps<typeof TextField>,
    'label' | 'name' | 'type' | 'autoComplete' | 'maxLength'
  >
  /** What is wrong with it, in words; null: nothing. */
  problem: (value: string) => string | null
  send: (value: string) => Promise<{ codeId: string }>
  bind: (value: string, given: SentCode & { password: string }) => Promise<unknown>
  onClose: () => void
}

/** Binds what codes are sent to: where it is, the code that reached it, and the login password. */
export function BindDialog({
  title,
  doneText,
  field,
  problem,
  send,
  bind,
  onClose,
}: BindDialogProps) {
  const { t } = useTranslation('second')
  const [value, setValue] = useState('')
  const [password, setPassword] = useState('')
  const [given, setGiven] = useState(noCode)
  const [sentTo, setSentTo] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const { busy, error, attempt, setError } = useAttempt()
  const isFit = (): boolean => {
    const found = problem(value)
    setWrong(found)
    return found === null
  }
  const sendCode = async (to: string) => {
    const sent = await send(to)
    setSentTo(to)
    return sent
  }
  const submit = () => {
    if (!isFit()) return
    if (isBlank(given.code)) return setError(t('codeNeeded'))
    if (password === '') return setError(t('passwordNeeded'))
    void attempt(() => bind(value.trim(), { ...given, password })).then((done) => {
      if (!done) return
      toast({ kind: 'success', text: doneText })
      onClose()
    })
  }
  return (
    <FormDialog
      title={title}
      words={{ close: t('common:close'), cancel: t('common:cancel'), submit: t('common:ok') }}
      width={440}
      busy={busy}
      error={error}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        {...field}
        data-autofocus
        value={value}
        error={wrong}
        onChange={(event) => setValue(event.target.value)}
      />
      <CodeField
        value={given}
        onChange={setGiven}
        sentText={t('sentSecond', { phone: sentTo })}
        error={null}
        send={() => (isFit() ? sendCode(value.trim()) : null)}
      />
      <LoginPasswordField value={password} onChange={setPassword} />
    </FormDialog>
  )
}
