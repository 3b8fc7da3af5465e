import { lazy, Suspense } from 'react'
import { Navigate } from 'react-router'
import { useTranslation } from '../../lib/i18n.ts'
import { useSettings } from '../../lib/me.ts'
import { Spinner } from '../../ui/spinner.tsx'
import styles from '../shell/shell.module.css'

const FeedbackPage = lazy(() =>
  import('../../features/feedback/feedback-page.tsx').then(({ FeedbackPage }) => ({
    default: FeedbackPage,
  })),
)

/** Feedback, where the private setting is 0 (SHELL-09, R64). */
export function FeedbackRoute() {
  const { t } = useTranslation()
  const settings = useSettings()
  if (settings && settings.privateEnable !== 0) return <Navigate to="/404" replace />
  const waiting = (
    <div className={styles.waiting}>
      <Spinner label={t('loading')} />
    </div>
  )
  return <Suspense fallback={waiting}>{settings ? <FeedbackPage /> : waiting}</Suspense>
}
