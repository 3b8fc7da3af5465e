import type { MessageDetail } from '@hongyan/contract/messages'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { iconDraft, iconImageOff } from '../../../ui/icons.ts'
import { nameMisleads, plainLine } from '../people.ts'
import { judge } from './authentication.ts'
import styles from './reader.module.css'

interface ReaderBannersProps {
  detail: MessageDetail
  /** Remote pictures and the like that were not loaded. */
  blocked: number
  onEditDraft: () => void
}

/** What a person should know before believing a mail. */
export function ReaderBanners({ detail, blocked, onEditDraft }: ReaderBannersProps) {
  const { t } = useTranslation('reader')
  const { authentication, mailFrom } = detail
  const failed = authentication !== null && judge(authentication, mailFrom.address) === 'failed'
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
      {failed && (
        <Banner tone="danger">{t('authFailed', { address: plainLine(mailFrom.address) })}</Banner>
      )}
      {nameMisleads(mailFrom) && (
        <Banner tone="warn">{t('nameMisleads', { address: plainLine(mailFrom.address) })}</Banner>
      )}
      {detail.tooComplex && <Banner tone="warn">{t('tooComplex')}</Banner>}
      {blocked > 0 && (
        <Banner tone="info" icon={iconImageOff}>
          {t('remoteBlocked', { count: blocked })}
        </Banner>
      )}
    </div>
  )
}
