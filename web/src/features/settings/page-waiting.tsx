import { useTranslation } from '../../lib/i18n.ts'
import { Spinner } from '../../ui/spinner.tsx'
import styles from './settings-screen.module.css'

/** In the place of a page, or of one of its tabs, that is on its way. */
export function PageWaiting() {
  const { t } = useTranslation()
  return (
    <div className={styles.waiting}>
      <Spinner label={t('loading')} />
    </div>
  )
}
