import { passwords } from '@hongyan/contract/passwords'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/queries.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { Section } from '../settings/form.public.tsx'
import { NewPasswordFields, newPasswordProblem } from './new-password-fields.tsx'
import { policyQuery } from './password-query.ts'
import styles from './passwords.module.css'

const empty = { old: '', next: '', again: '' }

/** /set/accountalias/1: the own password (SECURITY-01, SECURITY-09). */
export function ChangePasswordTab() {
  const { t } = useTranslation('passwords')
  const { data: policy } = useQuery(policyQuery)
  const [typed, setTyped] = useState(empty)
  const [oldError, setOldError] = useState<string | null>(null)
  const { busy, error, attempt, setError } = useAttempt()
  if (!policy) return null
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setOldError(typed.old === '' ? t('oldNeeded') : null)
    const problem = newPasswordProblem(typed, policy)
    if (problem) return setError(t(problem))
    if (typed.old === '') return
    const body = { oldPassword: typed.old, newPassword: typed.next }
    if (!(await attempt(() => call(passwords.update, { body })))) return
    setTyped(empty)
    toast({ kind: 'success', text: t('changed') })
    void queryClient.invalidateQueries({ queryKey: policyQuery.queryKey })
  }
  return (
    <Section title={t('tab')} hint={t('others')}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <PasswordField
          label={t('old')}
          name="password"
          autoComplete="current-password"
          showLabel={t('login:showPassword')}
          hideLabelText={t('login:hidePassword')}
          maxLength={200}
          value={typed.old}
          error={oldError}
          onChange={(event) => setTyped({ ...typed, old: event.target.value })}
        />
        <NewPasswordFields
          value={typed}
          owner={policy}
          history={policy.history}
          error={error}
          onChange={(next) => {
            setTyped({ ...typed, ...next })
            setError(null)
          }}
        />
        <Button kind="primary" type="submit" busy={busy}>
          {t('submit')}
        </Button>
      </form>
    </Section>
  )
}
