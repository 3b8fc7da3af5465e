import { useEffect, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { onLineBack } from '../../lib/line.ts'
import { finishSession } from '../../lib/session-end.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'

/** How often a page that stays open looks whether the server has another one by now. */
const every = 15 * 60_000

/** A newer version of the page is there: it is loaded when the person says so, and what is being written is kept. */
export function VersionBanner() {
  const { t } = useTranslation('shell')
  const [isOld, setOld] = useState(false)
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
  if (!isOld) return null
  const reload = async () => {
    await finishSession()
    location.reload()
  }
  return (
    <Banner
      tone="info"
      action={
        <Button size="sm" onClick={() => void reload()}>
          {t('common:reload')}
        </Button>
      }
    >
      {t('newer')}
    </Banner>
  )
}

/** The first script by its name, which holds a hash of what is in it. */
const scriptIn = (html: string): string | undefined =>
  /<script\b[^>]* type="module"[^>]* src="([^"]+)"/.exec(html)?.[1]

async function isNewer(): Promise<boolean> {
  const own = document.querySelector('script[type=module][src]')?.getAttribute('src')
  try {
    const response = await fetch('./', { cache: 'no-store' })
    const there = response.ok ? scriptIn(await response.text()) : undefined
    return there !== undefined && own !== undefined && there !== own
  } catch {
    return false
  }
}
