import { passwords } from '@hongyan/contract/passwords'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { userQuery } from '../../lib/me.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { queryClient } from '../../lib/queries.ts'
import { isSignedIn, logout, markPasswordOwed } from '../../lib/session.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { Button } from '../../ui/button.tsx'
import { Isolated } from '../../ui/isolated.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { LanguageSwitch } from '../language/language-switch.public.tsx'
import { NewPasswordFields, newPasswordProblem } from './new-password-fields.tsx'
import { policyQuery } from './password-query.ts'
import styles from './passwords.module.css'

/**
 * /firstResetPsd/{address}: the change that is owed before anything else (AUTH-35, R7). It is made for who is signed in,
 * with the old password: the address in the path changes nothing (T15).
 */
export function FirstPasswordScreen() {
  const { t } = useTranslation('passwords')
  usePageTitle(`${t('firstTitle')} - ${t('common:product')}`)
  if (!isSignedIn()) return <Navigate to="/loginBefore" replace />
  return (
    <main className={styles.screen}>
      <div className={styles.card}>
        <div className={styles.brand}>
          <BrandMark size={28} />
          <LanguageSwitch />
        </div>
        <h1 className={styles.title}>{t('firstTitle')}</h1>
        <p className={styles.note}>{t('firstText')}</p>
        <FirstPasswordForm />
      </div>
    </main>
  )
}

function FirstPasswordForm() {
  const { t } = useTranslation('passwords')
  const navigate = useNavigate()
  const { data: policy } = useQuery(policyQuery)
  const { data: user } = useQuery(userQuery)
  const [typed, setTyped] = useState({ old: '', next: '', again: '' })
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
    markPasswordOwed(false)
    // What was refused until now is asked for anew.
    queryClient.clear()
    toast({ kind: 'success', text: t('firstDone') })
    navigate('/', { replace: true })
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p>
        <Isolated>{user?.emailAddr ?? '\u00a0'}</Isolated>
      </p>
      <PasswordField
        size="lg"
        label={t('old')}
        name="password"
        autoComplete="current-password"
        autoFocus
        showLabel={t('login:showPassword')}
        hideLabelText={t('login:hidePassword')}
        maxLength={200}
        value={typed.old}
        error={oldError}
        onChange={(event) => setTyped({ ...typed, old: event.target.value })}
      />
      <NewPasswordFields
        size="lg"
        value={typed}
        owner={policy}
        history={policy.history}
        error={error}
        onChange={(next) => {
          setTyped({ ...typed, ...next })
          setError(null)
        }}
      />
      <Button kind="primary" size="lg" block type="submit" busy={busy}>
        {t('submit')}
      </Button>
      <Button kind="quiet" onClick={() => void logout()}>
        {t('signOut')}
      </Button>
    </form>
  )
}
