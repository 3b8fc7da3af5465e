import { useTranslation } from '../../lib/i18n.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import type { TextFieldProps } from '../../ui/text-field.tsx'

interface SourcePasswordProps extends Omit<TextFieldProps, 'label' | 'type' | 'end' | 'onChange'> {
  value: string
  onChange: (password: string) => void
}

/** The password of the other mailbox: nothing that the browser keeps for this one. */
export function SourcePassword({ onChange, ...rest }: SourcePasswordProps) {
  const { t } = useTranslation('migration')
  return (
    <PasswordField
      {...rest}
      label={t('password')}
      maxLength={256}
      autoComplete="off"
      showLabel={t('login:showPassword')}
      hideLabelText={t('login:hidePassword')}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
