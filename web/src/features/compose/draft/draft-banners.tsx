import { useState } from 'react'
import { fullTime, listTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useDateStyle } from '../../../lib/me.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { iconClock, iconClose, iconRestore } from '../../../ui/icons.ts'
import { toast } from '../../../ui/toast-store.ts'
import styles from '../screen/compose.module.css'
import type { OpenedCompose } from '../screen/open-compose.ts'
import type { Composer } from '../screen/use-compose.ts'
import type { ConflictReason } from './save-trouble.ts'

interface DraftBannersProps {
  composer: Composer
  opened: OpenedCompose
  /** Why the server did not take the mail. */
  error: string | null
}

/** What the writer must know about the draft as a whole. */
export function DraftBanners({ composer, opened, error }: DraftBannersProps) {
  const { t } = useTranslation('compose')
  const style = useDateStyle()
  const [hidden, setHidden] = useState(false)
  const { restored } = opened
  const { draft } = composer
  return (
    <div className={styles.banners}>
      {error !== null && <Banner tone="danger">{error}</Banner>}
      {draft.kind === 'conflict' && <ConflictBanner composer={composer} reason={draft.reason} />}
      {opened.scheduledTime !== null && (
        <Banner tone="info" icon={iconClock}>
          {t('schedule.cancelled', { time: fullTime(opened.scheduledTime, style) })}
        </Banner>
      )}
      {restored !== null && !hidden && (
        <Banner
          tone="info"
          icon={iconRestore}
          action={
            <IconButton
              icon={iconClose}
              size="sm"
              label={t('close')}
              onClick={() => setHidden(true)}
            />
          }
        >
          {t('draft.restored', { time: listTime(new Date(restored.keptAt).toISOString(), style) })}
        </Banner>
      )}
    </div>
  )
}

const conflictTexts = {
  changed: 'draft.conflict',
  sent: 'draft.sentElsewhere',
  left: 'draft.left',
} as const

interface ConflictBannerProps {
  composer: Composer
  reason: ConflictReason
}

function ConflictBanner({ composer, reason }: ConflictBannerProps) {
  const { t } = useTranslation('compose')
  const [busy, setBusy] = useState(false)
  const loadTheirs = async () => {
    setBusy(true)
    try {
      await composer.loadTheirs()
    } catch (error) {
      const message = error instanceof Error ? error.message : ''
      toast({ kind: 'error', text: t('draft.loadFailed', { message }) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Banner
      tone="warn"
      action={
        <span className={styles.bannerActions}>
          <Button size="sm" onClick={() => composer.keeper.keepMine()}>
            {t('draft.keepMine')}
          </Button>
          {reason === 'changed' && (
            <Button size="sm" kind="quiet" busy={busy} onClick={() => void loadTheirs()}>
              {t('draft.loadTheirs')}
            </Button>
          )}
        </span>
      }
    >
      {t(conflictTexts[reason])}
    </Banner>
  )
}
