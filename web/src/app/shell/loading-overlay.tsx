import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { isLoadingShown, watchLoading } from '../../lib/loading.ts'
import { Spinner } from '../../ui/spinner.tsx'
import styles from './loading-overlay.module.css'

/** Over the whole page, dialogs too, while a call runs that asked for it (SHELL-31). */
export function LoadingOverlay() {
  return useSyncExternalStore(watchLoading, isLoadingShown) ? <Overlay /> : null
}

function Overlay() {
  const { t } = useTranslation()
  const layer = useRef<HTMLDivElement>(null)
  useEffect(() => layer.current?.showPopover(), [])
  return (
    <div ref={layer} popover="manual" className={styles.overlay} data-loading-overlay>
      <div className={styles.box}>
        <Spinner size={28} label={t('loading')} />
      </div>
    </div>
  )
}
