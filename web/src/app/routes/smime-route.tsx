import { lazy, Suspense } from 'react'
import { Navigate } from 'react-router'
import { useTranslation } from '../../lib/i18n.ts'
import { useSettings } from '../../lib/me.ts'
import { Spinner } from '../../ui/spinner.tsx'
import styles from '../shell/shell.module.css'

const SmimePage = lazy(() =>
  import('../../features/smime/smime-page.tsx').then(({ SmimePage }) => ({ default: SmimePage })),
)

/** Encrypted mail from a file (R8), where the organisation has S/MIME. */
export function SmimeRoute() {
  const { t } = useTranslation()
  const settings = useSettings()
  if (settings && settings.smimeEnable !== 1) return <Navigate to="/404" replace />
  const waiting = (
    <div className={styles.waiting}>
      <Spinner label={t('loading')} />
    </div>
  )
  return <Suspense fallback={waiting}>{settings ? <SmimePage /> : waiting}</Suspense>
}
