import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/i18n.ts'
import { userQuery } from '../../lib/me.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { queryClient } from '../../lib/queries.ts'
import { useNavigate } from '../../lib/router/hooks.ts'
import { Navigate } from '../../lib/router/navigate.tsx'
import { isSignedIn, logout, markPasswordOwed } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { CardPage } from '../../ui/card-page.tsx'
import { Isolated } from '../../ui/isolated.tsx'
import { toast } from '../../ui/toast-store.ts'
import { LanguageSwitch } from '../language/language-switch.public.tsx'
import { PasswordChangeFields } from './password-change-fields.tsx'
import styles from './passwords.module.css'
import { usePasswordChange } from './use-password-change.ts'

/**
 * /firstResetPsd/{address}: the change that is owed before anything else (AUTH-35, R7). It is made for who is signed in,
 * with the old password: the address in the path changes nothing (T15).
 */
export function FirstPasswordScreen() {
  const { t } = useTranslation('passwords')
  usePageTitle(`${t('firstTitle')} - ${t('common:product')}`)
  if (!isSignedIn()) return <Navigate to="/loginBefore" />
  return (
    <CardPage title={t('firstTitle')} note={t('firstText')} corner={<LanguageSwitch />}>
      <FirstPasswordForm />
    </CardPage>
  )
}

function FirstPasswordForm() {
  const { t } = useTranslation('passwords')
  const navigate = useNavigate()
  const { data: user } = useQuery(userQuery)
  const form = usePasswordChange(() => {
    markPasswordOwed(false)
    // What was refused until now is asked for anew.
    queryClient.clear()
    toast({ kind: 'success', text: t('firstDone') })
    navigate('/', { replace: true })
  })
  if (!form.policy) return null
  return (
    <form className={styles.alone} onSubmit={(event) => void form.submit(event)} noValidate>
      <p>
        <Isolated>{user?.emailAddr ?? '\u00a0'}</Isolated>
      </p>
      <PasswordChangeFields form={form} alone />
      <Button kind="primary" size="lg" block type="submit" busy={form.busy}>
        {t('submit')}
      </Button>
      <Button kind="quiet" onClick={() => void logout()}>
        {t('signOut')}
      </Button>
    </form>
  )
}
