import { useTranslation } from '../../lib/i18n.ts'
import { TextField } from '../../ui/text-field.tsx'
import { LoginPasswordField } from '../passwords/login-password-field.public.tsx'
import { CodeField, isBlank, noCode } from './code-field.tsx'

export interface Confirmation {
  codeId: string
  code: string
  password: string
}
export const noConfirmation: Confirmation = { ...noCode, password: '' }

interface ConfirmFieldsProps {
  by: 'sms' | 'totp' | 'password'
  /** The bound phone, its middle hidden. */
  phone: string
  value: Confirmation
  onChange: (value: Confirmation) => void
  send: () => Promise<{ codeId: string }>
}

/** That the owner sits here, and not only a login of the owner's (KEYS-08). */
export function ConfirmFields({ by, phone, value, onChange, send }: ConfirmFieldsProps) {
  const { t } = useTranslation('second')
  if (by === 'sms') {
    return (
      <CodeField
        value={value}
        onChange={(sent) => onChange({ ...value, ...sent })}
        sentText={t('sentSecond', { phone })}
        error={null}
        send={send}
      />
    )
  }
  return (
    <>
      <LoginPasswordField
        value={value.password}
        onChange={(password) => onChange({ ...value, password })}
      />
      {by === 'totp' && (
        <TextField
          label={t('way.totp')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          value={value.code}
          onChange={(event) => onChange({ ...value, code: event.target.value })}
        />
      )}
    </>
  )
}

/** Key of what is not filled in yet, or null. */
export function unconfirmed(
  by: ConfirmFieldsProps['by'],
  { code, password }: Confirmation,
): 'second:codeNeeded' | 'second:passwordNeeded' | null {
  if (by !== 'sms' && password === '') return 'second:passwordNeeded'
  return by !== 'password' && isBlank(code) ? 'second:codeNeeded' : null
}
