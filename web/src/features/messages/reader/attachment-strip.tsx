import type { Attachment } from '@hongyan/contract/messages'
import { useTranslation } from 'react-i18next'
import { formatSize } from '../../../lib/sizes.ts'
import { Icon } from '../../../ui/icon.tsx'
import {
  iconCalendar,
  iconDownload,
  iconFile,
  iconFileText,
  iconImage,
  iconMail,
  iconMedia,
  iconPaperclip,
  iconSheet,
  iconZip,
} from '../../../ui/icons.ts'
import { plainLine } from '../people.ts'
import styles from './reader.module.css'

const kinds: [RegExp, string, string][] = [
  [/^image\/|\.(png|jpe?g|gif|webp|bmp|heic)$/i, iconImage, '#7a4fb5'],
  [/sheet|excel|csv|\.(xlsx?|csv|et)$/i, iconSheet, '#1b7247'],
  [/zip|rar|7z|tar|gzip|\.(zip|rar|7z|gz|tar)$/i, iconZip, '#8a5300'],
  [/^(audio|video)\//i, iconMedia, '#a8326b'],
  [/calendar|\.ics$/i, iconCalendar, '#11617a'],
  [/rfc822|\.eml$/i, iconMail, '#11617a'],
  [/pdf|\.pdf$/i, iconFileText, '#b3261e'],
  [/word|presentation|powerpoint|text|\.(docx?|pptx?|txt|md|wps)$/i, iconFileText, '#1f57a8'],
]

/** Attachments as cards; a click downloads. The links are signed and carry no token (G16). */
export function AttachmentStrip({ attachments }: { attachments: Attachment[] }) {
  const { t } = useTranslation('reader')
  if (attachments.length === 0) return null
  const total = attachments.reduce((sum, { size }) => sum + size, 0)
  return (
    <section className={styles.attachments} aria-label={t('attachments')}>
      <h2 className={styles.attachmentsTitle}>
        <Icon icon={iconPaperclip} size={16} />
        {t('attachmentCount', { count: attachments.length, size: formatSize(total) })}
      </h2>
      <ul className={styles.cards}>
        {attachments.map((attachment) => (
          <Card key={attachment.section} attachment={attachment} />
        ))}
      </ul>
    </section>
  )
}

function Card({ attachment }: { attachment: Attachment }) {
  const { t } = useTranslation('reader')
  const name = plainLine(attachment.fileName) || t('unnamed')
  const [, icon = iconFile, color = '#4f5c6b'] =
    kinds.find(([pattern]) => pattern.test(attachment.type) || pattern.test(name)) ?? []
  return (
    <li>
      <a
        className={styles.card}
        href={attachment.url}
        download={name}
        title={`${name} (${formatSize(attachment.size)})`}
        aria-label={t('download', { name })}
      >
        <span className={styles.cardIcon} style={{ color }}>
          <Icon icon={icon} size={22} />
        </span>
        <span className={styles.cardText}>
          <FileName name={name} />
          <span className={styles.cardSize}>{formatSize(attachment.size)}</span>
        </span>
        <span className={styles.cardAction}>
          <Icon icon={iconDownload} size={18} />
        </span>
      </a>
    </li>
  )
}

/** Long names are cut in the middle: the ending says what the file is. */
function FileName({ name }: { name: string }) {
  const cut = Math.max(0, name.length - 10)
  return (
    <span className={styles.fileName}>
      <span className={styles.fileStart}>{name.slice(0, cut)}</span>
      <span>{name.slice(cut)}</span>
    </span>
  )
}
