import { useTranslation } from '../../lib/i18n.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import type { TextFieldProps } from '../../ui/text-field.tsx'

interface LoginPasswordFieldProps
  extends Omit<TextFieldProps, 'label' | 'type' | 'end' | 'onChange'> {
  label?: string
  value: string
  onChange: (password: string) => void
}

/** The password of the login, asked for once more. */
export function LoginPasswordField({ label, onChange, ...rest }: LoginPasswordFieldProps) {
  const { t } = useTranslation('login')
  return (
    <PasswordField
      name="password"
      autoComplete="current-password"
      maxLength={200}
      {...rest}
      label={label ?? t('second:password')}
      showLabel={t('showPassword')}
      hideLabelText={t('hidePassword')}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
