import { useEffect, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useIsScreenComing } from '../../lib/router/hooks.ts'
import { Spinner } from '../../ui/spinner.tsx'
import styles from './route-waiting.module.css'

/** In the place of a screen that is on its way. */
export function RouteWaiting() {
  const { t } = useTranslation()
  return (
    <div className={styles.waiting}>
      <Spinner label={t('loading')} />
    </div>
  )
}

/** Sooner than this a screen follows a click at once, and a sign of it would only flicker (ms). */
const patience = 150

/** The screen before stays until the next one is here: a bar at its upper rim says that it is coming (ROUTES-30). */
export function RouteProgress() {
  const { t } = useTranslation()
  const isLoading = useIsScreenComing()
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setLong(true), patience)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isLoading])
  return isLoading && isLong ? (
    <div role="progressbar" aria-label={t('loading')} className={styles.bar} />
  ) : null
}
