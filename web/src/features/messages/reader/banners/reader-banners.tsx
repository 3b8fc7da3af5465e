import type { MessageDetail } from '@hongyan/contract/messages'
import { pictureMembers } from '@hongyan/contract/reader'
import { Allowed } from '../../../../lib/allowed.tsx'
import { useTranslation } from '../../../../lib/i18n.ts'
import { useMay } from '../../../../lib/me.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { iconDraft, iconShield, iconUser } from '../../../../ui/icons.ts'
import { iconImageOff } from '../../../../ui/icons-later.ts'
import { writeNeeds } from '../../compose-path.ts'
import type { Withheld } from '../frame/mail-frame.tsx'
import styles from '../reader.module.css'
import { RiskCard, textOf } from './risk-card.tsx'
import { isSuspect, toneOf } from './tones.ts'

interface ReaderBannersProps {
  detail: MessageDetail
  withheld: Withheld
  /** Remote pictures are shown, or on their way. */
  picturesAllowed: boolean
  onAllow: (how: 'message' | 'sender') => void
  onEditDraft: () => void
  onReport: () => void
  onDelete: () => void
}

/** What a person should know before believing a mail. */
export function ReaderBanners(props: ReaderBannersProps) {
  const { t } = useTranslation('reader')
  const { detail, withheld, onEditDraft, onReport, onDelete } = props
  return (
    <div className={styles.banners}>
      {detail.draft && (
        <Banner
          tone="info"
          icon={iconDraft}
          action={
            <Allowed by={writeNeeds}>
              <Button size="sm" kind="primary" onClick={onEditDraft}>
                {t('editDraft')}
              </Button>
            </Allowed>
          }
        >
          {t('isDraft')}
        </Banner>
      )}
      <RiskCard detail={detail} more={[]} onReport={onReport} onDelete={onDelete} />
      {detail.warnings
        .filter(({ kind }) => toneOf(kind) === 'info' && !isSuspect(detail))
        .map((one) => (
          <Banner key={one.kind} tone="info" icon={iconUser}>
            {textOf(one, detail, t)}
          </Banner>
        ))}
      {detail.tooComplex && <Banner tone="warn">{t('tooComplex')}</Banner>}
      {withheld.hidden > 0 && (
        <Banner tone="warn">{t('hiddenFound', { count: withheld.hidden })}</Banner>
      )}
      <Pictures {...props} />
    </div>
  )
}

/** What of other servers was not loaded, and how to see it. */
function Pictures({ detail, withheld, picturesAllowed, onAllow }: ReaderBannersProps) {
  const { t } = useTranslation('reader')
  const may = useMay()
  const { blocked, pictures, trackers } = withheld
  if (detail.unsafeHtml === null) return null
  const traced = trackers > 0 ? t('trackersBlocked', { count: trackers }) : ''
  if (picturesAllowed || blocked === 0) {
    return traced === '' ? null : (
      <p className={styles.good}>
        <Icon icon={iconShield} size={14} />
        {traced}
      </p>
    )
  }
  const canTrust =
    detail.mailFrom.address !== '' && !isSuspect(detail) && may({ member: pictureMembers.sender })
  return (
    <Banner
      tone="info"
      icon={iconImageOff}
      action={
        pictures > 0 && (
          <span className={styles.bannerActions}>
            <Button size="sm" onClick={() => onAllow('message')}>
              {t('showPictures')}
            </Button>
            {canTrust && (
              <Button size="sm" kind="quiet" onClick={() => onAllow('sender')}>
                {t('alwaysShow')}
              </Button>
            )}
          </span>
        )
      }
    >
      {t('remoteBlocked', { count: blocked })} {traced}
    </Banner>
  )
}
