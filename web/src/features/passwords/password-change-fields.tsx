import { useTranslation } from '../../lib/i18n.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import type { usePasswordChange } from './use-password-change.ts'

interface PasswordChangeFieldsProps {
  form: ReturnType<typeof usePasswordChange>
  /** On a page of its own: large, and the cursor begins in it. */
  alone?: boolean
}

/** The old password, and twice the new one. */
export function PasswordChangeFields({ form, alone = false }: PasswordChangeFieldsProps) {
  const { t } = useTranslation('passwords')
  const { policy, typed, oldError, error, change } = form
  const size = alone ? { size: 'lg' as const } : {}
  if (!policy) return null
  return (
    <>
      <PasswordField
        {...size}
        label={t('old')}
        name="password"
        autoComplete="current-password"
        autoFocus={alone}
        showLabel={t('login:showPassword')}
        hideLabelText={t('login:hidePassword')}
        maxLength={200}
        value={typed.old}
        error={oldError}
        onChange={(event) => change({ old: event.target.value })}
      />
      <NewPasswordFields
        {...size}
        value={typed}
        owner={policy}
        history={policy.history}
        error={error}
        onChange={change}
      />
    </>
  )
}
