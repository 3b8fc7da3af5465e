import type { MessageItem } from '@hongyan/contract/messages'
import { useTranslation } from '../../../../lib/i18n.ts'
import { madeKey } from '../../../../lib/text-keys.ts'
import { Icon } from '../../../../ui/icon.tsx'
import {
  iconClock,
  iconFlag,
  iconForward,
  iconImportant,
  iconPaperclip,
  iconPin,
  iconReply,
  iconUndo,
  iconWarning,
} from '../../../../ui/icons.ts'
import { flagColors } from './flag-colors.ts'
import styles from './row-marks.module.css'
import type { RowStyle } from './use-row-style.ts'

/** Small signs at the end of a row. */
export function RowMarks({ item }: { item: MessageItem }) {
  const { t } = useTranslation('list')
  const failed = item.sendState === 'failed' || item.sendState === 'bounced'
  const rejected = item.sendState === 'rejected'
  const color = flagColors[item.color - 1]
  const marks: [boolean, string, string][] = [
    [failed || rejected, iconWarning, t(rejected ? 'rejected' : 'sendFailed')],
    [item.important, iconImportant, t('important')],
    [item.sendState === 'scheduled', iconClock, t('scheduled')],
    [item.sendState === 'recalled', iconUndo, t('recalled')],
    [item.pinned, iconPin, t('pinned')],
    [item.answered, iconReply, t('answered')],
    [item.forwarded, iconForward, t('forwarded')],
    [item.hasAttachment, iconPaperclip, t('attachment')],
  ]
  return (
    <>
      {color && (
        <span className={styles.flag} style={{ color }} title={t(madeKey(`colors.${item.color}`))}>
          <Icon icon={iconFlag} size={16} filled />
        </span>
      )}
      {marks.map(([shown, icon, title]) =>
        shown ? (
          <span
            key={icon}
            className={styles.mark}
            title={title}
            data-urgent={icon === iconWarning || icon === iconImportant || undefined}
          >
            <Icon icon={icon} size={16} />
          </span>
        ) : null,
      )}
    </>
  )
}

/** Where a mail lies that was found in a list over folders. */
export function FolderTag({ title }: { title: string }) {
  const { t } = useTranslation('list')
  return (
    <span className={styles.folder} title={t('inFolder', { folder: title })}>
      {title}
    </span>
  )
}

/** Where the mail comes from, and whether anybody here knows the sender (MAILLIST-29). */
export function SenderTags({ item, rowStyle }: { item: MessageItem; rowStyle: RowStyle }) {
  const { t } = useTranslation('list')
  return (
    <>
      {rowStyle.sourceMark && (
        <span
          className={styles.tag}
          data-source={item.source}
          title={t(`sourceHint.${item.source}`)}
        >
          {t(`source.${item.source}`)}
        </span>
      )}
      {rowStyle.strangerMark && item.stranger && (
        <span className={styles.tag} data-stranger title={t('strangerHint')}>
          {t('stranger')}
        </span>
      )}
    </>
  )
}
