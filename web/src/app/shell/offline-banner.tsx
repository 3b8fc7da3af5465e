import { useSyncExternalStore } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Banner } from '../../ui/banner.tsx'

/** Says that the line is down, while it is. */
export function OfflineBanner() {
  const { t } = useTranslation()
  const online = useSyncExternalStore(watch, () => navigator.onLine)
  return online ? null : <Banner tone="warn">{t('offline')}</Banner>
}

function watch(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
