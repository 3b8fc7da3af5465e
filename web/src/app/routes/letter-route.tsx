import { lazy, Suspense } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Spinner } from '../../ui/spinner.tsx'
import styles from '../shell/shell.module.css'

const LetterPage = lazy(() =>
  import('../../features/authorised/letter-page.tsx').then(({ LetterPage }) => ({
    default: LetterPage,
  })),
)

/** Read-limited mail by link, for people without a login. */
export function LetterRoute() {
  const { t } = useTranslation()
  const waiting = (
    <div className={styles.waiting}>
      <Spinner label={t('loading')} />
    </div>
  )
  return (
    <Suspense fallback={waiting}>
      <LetterPage />
    </Suspense>
  )
}
