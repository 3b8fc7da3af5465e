import type { AuthorisedBody } from '@hongyan/contract/authorised'
import type { Attachment } from '@hongyan/contract/messages'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { inSlices } from '../../lib/in-slices.ts'
import {
  AskedPictures,
  fillFrame,
  fillPictures,
  fitFrame,
  followLink,
  frameDocument,
  type LinkClick,
  markLinks,
  type PictureRoom,
  pictureRoom,
  sanitizeMail,
  sightOf,
  takePictures,
  useFrameEvents,
  useRoomEnd,
} from '../messages/reader.public.ts'
import styles from './authorised.module.css'

type InlinePictures = ReturnType<typeof takePictures>

interface AuthorisedFrameProps {
  unsafeHtml: string
  attachments: AuthorisedBody['attachments']
  /** Who wrote it, for the warning page of links. */
  from: string
}

/** The text of a read-limited mail, through the same layers as any mail; it cannot be printed or marked. */
export function AuthorisedFrame({ unsafeHtml, attachments, from }: AuthorisedFrameProps) {
  const { t } = useTranslation('authorised')
  const frame = useRef<HTMLIFrameElement>(null)
  const [ready, setReady] = useState(false)
  const mail = useMemo(() => sanitizeMail(unsafeHtml), [unsafeHtml])
  const filled = useRef<{ inline: InlinePictures; room: PictureRoom } | null>(null)
  const [asked, onAsked] = useState(0)

  useEffect(() => {
    const page = frame.current?.contentDocument
    const body = page?.body
    if (!ready || !frame.current || !page || !body) return
    if (filled.current === null) {
      const room = pictureRoom({ onAsked })
      filled.current = { inline: [...takePictures(mail.fragment), ...mail.backgrounds], room }
      fillFrame(page, mail)
      for (const picture of mail.written) room.put(picture)
      body.style.setProperty('user-select', 'none', 'important')
    }
    return fitFrame(frame.current, body)
  }, [ready, mail])

  useEffect(() => {
    const page = frame.current?.contentDocument
    if (!ready || !page) return
    return inSlices(markLinks(page.body, sightOf(page.body), (host) => t('linkMisleads', { host })))
  }, [ready, t])

  useEffect(() => {
    if (!ready || !filled.current) return
    const { inline, room } = filled.current
    return fillPictures(inline, attachments.map(asAttachment), room)
  }, [ready, attachments])

  useRoomEnd(frame, filled)

  const handlers = useMemo(
    () => ({
      onLink: (link: LinkClick) => followLink(link, from),
      // A guest has no composer of ours: the person's own mail program.
      onMailto: (href: string) => void window.open(href, '_self'),
    }),
    [from],
  )
  useFrameEvents(frame, ready, handlers)

  return (
    <>
      <AskedPictures count={asked} onShow={() => filled.current?.room.allowAsked()} />
      <iframe
        ref={frame}
        className={styles.frame}
        title={t('body')}
        // Never allow-scripts: with allow-same-origin it would lift the sandbox.
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        srcDoc={frameDocument}
        onLoad={() => setReady(true)}
      />
    </>
  )
}

/** Only its address and Content-ID matter to whoever fills pictures in. */
const asAttachment = (one: AuthorisedBody['attachments'][number]): Attachment => ({
  ...one,
  section: '',
  previewId: null,
})
