import type { Attachment } from '@hongyan/contract/messages'
import { useState } from 'react'
import { useTranslation } from '../../../../lib/i18n.ts'
import { formatSize } from '../../../../lib/sizes.ts'
import { Button } from '../../../../ui/button.tsx'
import { fileKind } from '../../../../ui/file-kind.ts'
import { FileName } from '../../../../ui/file-name.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { iconChevronDown, iconDownload, iconPaperclip } from '../../../../ui/icons.ts'
import { plainLine } from '../../people.ts'
import styles from './attachment-strip.module.css'

/** Files that are shown before the rest is asked for. */
const folded = 9

interface AttachmentCardsProps {
  attachments: readonly Attachment[]
  /** All of them as one file. */
  zipUrl?: string | null
  onPreview: (index: number) => void
}

/**
 * Attachments as cards: a click looks at what can be looked at and saves the rest. The links are signed and carry no
 * token (G16).
 */
export function AttachmentCards({ attachments, zipUrl, onPreview }: AttachmentCardsProps) {
  const { t } = useTranslation('reader')
  const [all, setAll] = useState(false)
  if (attachments.length === 0) return null
  // Two more than are shown are no reason to fold.
  const shown = all || attachments.length <= folded + 2 ? attachments : attachments.slice(0, folded)
  const total = attachments.reduce((sum, { size }) => sum + size, 0)
  return (
    <section className={styles.attachments} aria-label={t('attachments')}>
      <div className={styles.attachmentsLine}>
        <h2 className={styles.attachmentsTitle}>
          <Icon icon={iconPaperclip} size={16} />
          {t('attachmentCount', { count: attachments.length, size: formatSize(total) })}
        </h2>
        {zipUrl && attachments.length > 1 && (
          <a className={styles.zip} href={zipUrl} download>
            <Icon icon={iconDownload} size={16} />
            {t('downloadAll')}
          </a>
        )}
      </div>
      <ul className={styles.cards}>
        {shown.map((attachment, index) => (
          <Card
            key={attachment.section}
            attachment={attachment}
            onPreview={() => onPreview(index)}
          />
        ))}
      </ul>
      {shown.length < attachments.length && (
        <Button kind="quiet" size="sm" icon={iconChevronDown} onClick={() => setAll(true)}>
          {t('allAttachments', { count: attachments.length })}
        </Button>
      )}
    </section>
  )
}

interface CardProps {
  attachment: Attachment
  onPreview: () => void
}

function Card({ attachment, onPreview }: CardProps) {
  const { t } = useTranslation('reader')
  const name = plainLine(attachment.fileName) || t('unnamed')
  const { icon, color } = fileKind(name, attachment.type)
  const size = formatSize(attachment.size)
  const title = `${name} (${size})`
  const inside = (
    <>
      <span className={styles.cardIcon} style={{ color }}>
        <Icon icon={icon} size={22} />
      </span>
      <span className={styles.cardText}>
        <FileName name={name} /> <span className={styles.cardSize}>{size}</span>
      </span>
    </>
  )
  const downloadName = t('download', { name })
  return (
    <li className={styles.card}>
      {attachment.previewId ? (
        <button
          type="button"
          className={styles.cardMain}
          title={title}
          aria-label={`${t('preview.open', { name })} ${size}`}
          onClick={onPreview}
        >
          {inside}
        </button>
      ) : (
        <a
          className={styles.cardMain}
          title={title}
          aria-label={`${downloadName} ${size}`}
          href={attachment.url}
          download={name}
        >
          {inside}
        </a>
      )}
      {attachment.previewId && (
        <a
          className={styles.cardAction}
          aria-label={downloadName}
          title={downloadName}
          href={attachment.url}
          download={name}
        >
          <Icon icon={iconDownload} size={18} />
        </a>
      )}
    </li>
  )
}
