import { useTranslation } from '../../lib/i18n.ts'
import { useLine } from '../../lib/use-line.ts'
import { Banner } from '../../ui/banner.tsx'

/** Says that the line is down or the server away, while it is. */
export function OfflineBanner() {
  const { t } = useTranslation()
  const line = useLine()
  if (line === 'up') return null
  return <Banner tone="warn">{t(line === 'offline' ? 'offline' : 'serverAway')}</Banner>
}
