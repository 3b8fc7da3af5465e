import { useTranslation } from '../../lib/i18n.ts'
import { LoginPasswordField } from './login-password-field.public.tsx'
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
      <LoginPasswordField
        {...size}
        label={t('old')}
        autoFocus={alone}
        value={typed.old}
        error={oldError}
        onChange={(old) => change({ old })}
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
