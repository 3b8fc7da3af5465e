import { useEffect, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { onLineBack } from '../../lib/line.ts'
import { finishSession } from '../../lib/session-end.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconClose } from '../../ui/icons.ts'

/** How often a page that stays open looks whether the server has another one by now. */
const every = 15 * 60_000

/** A newer version of the page is there: it is loaded when the person says so, and what is being written is kept. */
export function VersionBanner() {
  const { t } = useTranslation('shell')
  const [isOld, setOld] = useState(false)
  const [closed, setClosed] = useState(false)
  useEffect(() => {
    const look = () => void isNewer().then((newer) => newer && setOld(true))
    // A server that comes back may have come back as another one.
    const stop = onLineBack(look)
    const timer = setInterval(look, every)
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [])
  if (!isOld || closed) return null
  const reload = async () => {
    await finishSession()
    location.reload()
  }
  return (
    <Banner
      tone="info"
      action={
        <>
          <Button size="sm" onClick={() => void reload()}>
            {t('common:reload')}
          </Button>
          <IconButton
            icon={iconClose}
            size="sm"
            label={t('common:close')}
            onClick={() => setClosed(true)}
          />
        </>
      }
    >
      {t('newer')}
    </Banner>
  )
}

/** The first script's name holds a hash of what is in it: a page that does not name it is another. */
async function isNewer(): Promise<boolean> {
  const own = document.querySelector('script[type=module][src]')?.getAttribute('src')
  try {
    const response = await fetch('./', { cache: 'no-store' })
    const page = response.ok ? await response.text() : ''
    return own != null && page.includes('type="module"') && !page.includes(own)
  } catch {
    return false
  }
}
