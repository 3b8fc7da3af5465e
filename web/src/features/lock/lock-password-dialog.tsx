import { limits } from '@hongyan/contract/limits'
import { lock as contract, type LockStatus } from '@hongyan/contract/lock'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { platformQuery } from '../../lib/me.ts'
import { madeKey } from '../../lib/text-keys.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { PasswordFields } from '../../ui/password-fields.tsx'

export type LockPasswordKind = 'set' | 'reset' | 'remove'
type Typed = Record<'login' | 'next' | 'again', string>

/** Who knows the login password may set a new lock password, or take it away. */
const fieldsOf: Record<LockPasswordKind, readonly (keyof Typed)[]> = {
  set: ['next', 'again'],
  reset: ['login', 'next', 'again'],
  remove: ['login'],
}

interface LockPasswordDialogProps {
  kind: LockPasswordKind
  onDone: (status: LockStatus) => void
  onClose: () => void
}

/** Sets, resets or removes the lock password (SECURITY-24). */
export function LockPasswordDialog({ kind, onDone, onClose }: LockPasswordDialogProps) {
  const { t } = useTranslation('lock')
  const [typed, setTyped] = useState<Typed>({ login: '', next: '', again: '' })
  const { busy, error, attempt, setError } = useAttempt()
  const fields = fieldsOf[kind]
  const hasSignOn = Boolean(useQuery(platformQuery).data?.sso)
  const onSubmit = () => {
    const problem = problemOf(typed, fields, hasSignOn)
    if (problem)
      return setError(
        t(madeKey(problem), { min: limits.lockPasswordMin, max: limits.lockPasswordMax }),
      )
    void attempt(async () => {
      onDone(await save(kind, typed))
      onClose()
    })
  }
  return (
    <FormDialog
      title={t(madeKey(`${kind}Password`))}
      words={{ close: t('common:close'), cancel: t('common:cancel'), submit: t('common:ok') }}
      width={380}
      busy={busy}
      danger={kind === 'remove'}
      onClose={onClose}
      onSubmit={onSubmit}
    >
      <p>{t(madeKey(`${kind}Text`))}</p>
      {hasSignOn && kind !== 'set' && <p>{t('signOnText')}</p>}
      <PasswordFields
        fields={fields.map((name) => ({
          name,
          label: t(madeKey(`field.${name}`)),
          autoComplete: name === 'login' ? 'current-password' : 'off',
        }))}
        words={{ show: t('showPassword'), hide: t('hidePassword') }}
        typed={typed}
        error={error}
        onChange={(name, value) => {
          setTyped({ ...typed, [name]: value })
          setError(null)
        }}
      />
    </FormDialog>
  )
}

/** Key of the first thing that is wrong, or null. @param hasSignOn some have no login password here */
function problemOf(
  { login, next, again }: Typed,
  fields: readonly (keyof Typed)[],
  hasSignOn: boolean,
): string | null {
  if (!hasSignOn && fields.includes('login') && login === '') return 'loginNeeded'
  if (!fields.includes('next')) return null
  const length = [...next.normalize('NFC')].length
  if (length < limits.lockPasswordMin || length > limits.lockPasswordMax) return 'passwordLength'
  return next === again ? null : 'passwordsDiffer'
}

function save(kind: LockPasswordKind, { login, next }: Typed): Promise<LockStatus> {
  if (kind === 'set') return call(contract.set, { body: { password: next } })
  const password = kind === 'remove' ? '' : next
  return call(contract.reset, { body: { loginPassword: login, password } })
}
