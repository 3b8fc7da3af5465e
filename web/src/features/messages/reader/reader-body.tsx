import type { MessageDetail } from '@hongyan/contract/messages'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { mailtoPath } from '../compose-path.ts'
import { DoubtfulLinkDialog } from './doubtful-link-dialog.tsx'
import { type LinkClick, MailFrame } from './mail-frame.tsx'
import { PlainText } from './plain-text.tsx'
import styles from './reader.module.css'

interface ReaderBodyProps {
  detail: MessageDetail
  onBlocked: (count: number) => void
}

/** The text of a mail: HTML in its frame, or plain. */
export function ReaderBody({ detail, onBlocked }: ReaderBodyProps) {
  const { t } = useTranslation('reader')
  const navigate = useNavigate()
  const [doubtful, setDoubtful] = useState<LinkClick | null>(null)
  const onMailto = useCallback((href: string) => void navigate(mailtoPath(href)), [navigate])
  const { unsafeHtml, text, attachments } = detail
  return (
    <div className={styles.body}>
      {unsafeHtml !== null ? (
        <MailFrame
          unsafeHtml={unsafeHtml}
          attachments={attachments}
          onBlocked={onBlocked}
          onMailto={onMailto}
          onDoubtfulLink={setDoubtful}
        />
      ) : text?.trim() ? (
        <PlainText key={detail.mailId} text={text} onMailto={onMailto} />
      ) : (
        <p className={styles.noText}>{t('noText')}</p>
      )}
      {doubtful && <DoubtfulLinkDialog href={doubtful.href} onClose={() => setDoubtful(null)} />}
    </div>
  )
}
