import { useState } from 'react'
import { wholeDate } from '../../lib/dates.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useDateStyle, useSettings } from '../../lib/me.ts'
import { Banner } from '../../ui/banner.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconClose } from '../../ui/icons.ts'

/** So many days before a mailbox ends it is said (G55). */
const ahead = 30 * 86_400_000

/** Says that the mailbox will end (BANNERS-01); put away until the page is loaded again. */
export function ExpiryBanner() {
  const { t } = useTranslation('shell')
  const style = useDateStyle()
  const [closed, setClosed] = useState(false)
  const end = useSettings()?.validTime ?? ''
  if (closed || end === '' || Date.parse(end) - Date.now() > ahead) return null
  const isOver = Date.parse(end) < Date.now()
  return (
    <Banner
      tone="warn"
      action={
        <IconButton
          icon={iconClose}
          size="sm"
          label={t('common:close')}
          onClick={() => setClosed(true)}
        />
      }
    >
      {t(isOver ? 'expired' : 'expiry', { date: wholeDate(end, style) })}
    </Banner>
  )
}
