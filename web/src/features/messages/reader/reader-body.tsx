import type { MessageDetail } from '@hongyan/contract/messages'
import { useCallback } from 'react'
import { allowed } from '../../../lib/allowed.tsx'
import { useTranslation } from '../../../lib/i18n.ts'
import { useNavigate } from '../../../lib/router/hooks.ts'
import { mailtoPath, writeNeeds } from '../compose-path.ts'
import { MailFrame, type MailFrameProps } from './frame/mail-frame.tsx'
import { PlainText } from './frame/plain-text.tsx'
import { followLink } from './links/follow-link.ts'
import type { LinkClick } from './links/link-click.ts'
import styles from './reader.module.css'

/** What a body is shown from: a message, or one inside another. */
export type BodySource = Pick<MessageDetail, 'unsafeHtml' | 'text' | 'attachments'> & {
  /** Who wrote it, for the warning page of links. */
  from: string
}

interface ReaderBodyProps
  extends Pick<
    MailFrameProps,
    'onWithheld' | 'sources' | 'dark' | 'zoom' | 'turn' | 'quotes' | 'onPaper' | 'onRoom'
  > {
  source: BodySource
}

/** The text of a mail: HTML in its frame, or plain. */
export function ReaderBody({ source, ...frame }: ReaderBodyProps) {
  const { t } = useTranslation('reader')
  const navigate = useNavigate()
  const { unsafeHtml, text, attachments, from } = source
  const onMailto = useCallback(
    (href: string) => allowed(writeNeeds, () => void navigate(mailtoPath(href)))(),
    [navigate],
  )
  const onLink = useCallback((link: LinkClick) => followLink(link, from), [from])
  const on = { onMailto, onLink }
  return (
    <div className={styles.body} style={{ fontSize: `${(frame.zoom ?? 1) * 100}%` }}>
      {unsafeHtml !== null ? (
        <MailFrame unsafeHtml={unsafeHtml} attachments={attachments} {...on} {...frame} />
      ) : text?.trim() ? (
        <PlainText key={text} text={text} unfolded={frame.quotes === 'open'} {...on} />
      ) : (
        <p className={styles.noText}>{t('noText')}</p>
      )}
    </div>
  )
}
