import { lazy, Suspense } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Spinner } from '../../ui/spinner.tsx'
import styles from '../shell/shell.module.css'

const SettingsArea = lazy(() =>
  import('./settings-area.tsx').then(({ SettingsArea }) => ({ default: SettingsArea })),
)

/** The code of the settings is loaded when they are first opened. */
export function SettingsRoute() {
  const { t } = useTranslation()
  const waiting = (
    <div className={styles.waiting}>
      <Spinner label={t('loading')} />
    </div>
  )
  return (
    <Suspense fallback={waiting}>
      <SettingsArea />
    </Suspense>
  )
}
