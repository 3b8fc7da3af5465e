import { useTranslation } from '../../lib/i18n.ts'
import { PasswordField } from '../../ui/password-field.tsx'

interface FolderPasswordFieldProps {
  value: string
  error: string | null
  onChange: (value: string) => void
}

/** Asks for the password that a folder has; the focus begins here. */
export function FolderPasswordField({ value, error, onChange }: FolderPasswordFieldProps) {
  const { t } = useTranslation('folders')
  return (
    <PasswordField
      label={t('password')}
      showLabel={t('showPassword')}
      hideLabelText={t('hidePassword')}
      autoComplete="off"
      data-autofocus
      maxLength={100}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
