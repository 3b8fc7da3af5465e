import type { MessageDetail } from '@hongyan/contract/messages'
import type { SenderWarning } from '@hongyan/contract/reader-fields'
import { useTranslation } from '../../../../lib/i18n.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { iconDraft, iconImageOff, iconShield, iconUser } from '../../../../ui/icons.ts'
import { plainLine } from '../../people.ts'
import type { Withheld } from '../frame/mail-frame.tsx'
import styles from '../reader.module.css'

interface ReaderBannersProps {
  detail: MessageDetail
  withheld: Withheld
  /** Remote pictures are shown, or on their way. */
  picturesAllowed: boolean
  onAllow: (how: 'message' | 'sender') => void
  onEditDraft: () => void
}

/** What a person should know before believing a mail. */
export function ReaderBanners(props: ReaderBannersProps) {
  const { t } = useTranslation('reader')
  const { detail, withheld, onEditDraft } = props
  return (
    <div className={styles.banners}>
      {detail.draft && (
        <Banner
          tone="info"
          icon={iconDraft}
          action={
            <Button size="sm" kind="primary" onClick={onEditDraft}>
              {t('editDraft')}
            </Button>
          }
        >
          {t('isDraft')}
        </Banner>
      )}
      {detail.warnings.map((warning) => (
        <Warning key={warning.kind} warning={warning} address={detail.mailFrom.address} />
      ))}
      {detail.tooComplex && <Banner tone="warn">{t('tooComplex')}</Banner>}
      {withheld.hidden > 0 && (
        <Banner tone="warn">{t('hiddenFound', { count: withheld.hidden })}</Banner>
      )}
      <Pictures {...props} />
    </div>
  )
}

const tones: Record<SenderWarning['kind'], 'info' | 'warn' | 'danger'> = {
  'auth-failed': 'danger',
  'claims-inside': 'danger',
  'several-authors': 'danger',
  'colleague-name': 'danger',
  'lookalike-name': 'danger',
  'lookalike-domain': 'danger',
  'name-is-address': 'warn',
  'reply-elsewhere': 'warn',
  'link-differs': 'warn',
  'first-contact': 'info',
}

function Warning({ warning, address }: { warning: SenderWarning; address: string }) {
  const { t } = useTranslation('reader')
  const { kind, ...named } = warning
  const values = Object.fromEntries(
    Object.entries(named).map(([name, value]) => [name, plainLine(value)]),
  )
  return (
    <Banner tone={tones[kind]} {...(kind === 'first-contact' ? { icon: iconUser } : {})}>
      {t(`warnings.${kind}`, { ...values, sender: plainLine(address) })}
    </Banner>
  )
}

/** What of other servers was not loaded, and how to see it. */
function Pictures({ detail, withheld, picturesAllowed, onAllow }: ReaderBannersProps) {
  const { t } = useTranslation('reader')
  const { blocked, pictures, trackers } = withheld
  if (detail.unsafeHtml === null) return null
  const traced = trackers > 0 ? t('trackersBlocked', { count: trackers }) : ''
  if (picturesAllowed || blocked === 0) {
    return traced === '' ? null : (
      <Banner tone="info" icon={iconShield}>
        {traced}
      </Banner>
    )
  }
  const canTrust = detail.mailFrom.address !== '' && !isSuspect(detail)
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

/** A sender who may not be the one is not offered to be trusted for ever. */
const isSuspect = ({ warnings }: MessageDetail): boolean =>
  warnings.some(({ kind }) => tones[kind] === 'danger')
