import type { AuthorisedBody } from '@hongyan/contract/authorised'
import { type DateStyle, fullTime } from '../../lib/dates.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { formatSize } from '../../lib/sizes.ts'
import { Banner } from '../../ui/banner.tsx'
import { Icon } from '../../ui/icon.tsx'
import { iconPaperclip } from '../../ui/icons.ts'
import { Isolated } from '../../ui/isolated.tsx'
import styles from './authorised.module.css'
import { AuthorisedFrame } from './authorised-frame.tsx'

interface AuthorisedTextProps {
  body: AuthorisedBody
  dateStyle: DateStyle
  /** The sender reads without being counted. */
  isSender?: boolean
}

/** A read-limited mail while it is read: the text under the reader's name, and its files. */
export function AuthorisedText({ body, dateStyle, isSender = false }: AuthorisedTextProps) {
  const { t } = useTranslation('authorised')
  const { unsafeHtml, attachments, remaining, watermark } = body
  const listed = attachments.filter((one) => one.contentId === null || !one.inline)
  return (
    <section className={styles.mail} aria-label={t('mail')}>
      {!isSender && (
        <Banner tone={remaining > 0 ? 'info' : 'warn'}>
          {remaining > 0 ? t('left', { count: remaining }) : t('last')}
        </Banner>
      )}
      <div className={styles.paper}>
        {unsafeHtml === null ? (
          <pre className={styles.plain}>{body.text}</pre>
        ) : (
          <AuthorisedFrame
            unsafeHtml={unsafeHtml}
            attachments={attachments}
            from={body.mailFrom.address}
          />
        )}
        <Watermark
          text={`${watermark.name} ${watermark.address} ${fullTime(watermark.time, dateStyle)}`}
        />
      </div>
      {listed.length > 0 && (
        <ul className={styles.files} aria-label={t('files')}>
          {listed.map((file) => (
            <li key={file.url}>
              <a className={styles.file} href={file.url} download={file.fileName}>
                <Icon icon={iconPaperclip} size={16} />
                <span className={styles.fileName}>
                  <Isolated>{file.fileName}</Isolated>
                </span>
                <span className={styles.size}>{formatSize(file.size)}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.noPrint}>{t('noPrint')}</p>
    </section>
  )
}

const rows = Array.from({ length: 24 }, (_, index) => index)

/** Drawn over the whole text, so that a photograph of it says who was reading. */
function Watermark({ text }: { text: string }) {
  return (
    <div className={styles.watermark} aria-hidden="true" data-testid="watermark">
      {rows.map((row) => (
        <span key={row}>{text}</span>
      ))}
    </div>
  )
}
