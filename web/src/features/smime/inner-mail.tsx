import { decodeBody, readContent } from '@hongyan/mime/content'
import { findPart, parseMessage } from '@hongyan/mime/parse'
import { drawablePicture } from '@hongyan/mime/picture-size'
import { useEffect, useMemo } from 'react'
import { AttachmentCards, listedOf, ReaderBody } from '../messages/mail-body.public.ts'
import { type Bytes, own } from './cms/bytes.ts'

interface InnerMailProps {
  /** A MIME entity that was decrypted or signed. */
  entity: Bytes
  /** Who wrote it, for the warning page of links. */
  from: string
  dark?: boolean
  zoom?: number
}

/** Pixel pictures that a mail may show in its text; anything else is only ever saved. */
const drawable = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp'])

/**
 * A decrypted mail in a frame of its own, through the sanitiser, with nothing of the mail around it and nothing of the
 * network: there is no way to show remote pictures (EFAIL, T36).
 */
export function InnerMail({ entity, from, dark = false, zoom = 1 }: InnerMailProps) {
  const read = useMemo(() => readEntity(entity), [entity])
  const { attachments } = read
  useEffect(
    () => () => {
      for (const { url } of attachments) URL.revokeObjectURL(url)
    },
    [attachments],
  )
  const source = { unsafeHtml: read.html, text: read.text, attachments, from }
  const listed = useMemo(() => listedOf(attachments, read.html ?? ''), [attachments, read.html])
  return (
    <>
      <ReaderBody source={source} dark={dark} zoom={zoom} />
      <AttachmentCards attachments={listed} onPreview={() => undefined} />
    </>
  )
}

function readEntity(entity: Bytes) {
  const parsed = parseMessage(entity)
  const { html, text, attachments } = readContent(entity, parsed)
  const files = attachments.map(({ section, filename, type, size, inline, contentId }) => {
    const part = findPart(parsed, section)
    const bytes = part ? own(decodeBody(entity, part)) : new Uint8Array()
    const isPicture = inline && drawable.has(type.toLowerCase())
    const blob = new Blob([bytes], { type: isPicture ? type : 'application/octet-stream' })
    const url = URL.createObjectURL(blob)
    // Without its name in the text a file that is no picture, or would take too much memory, is only ever saved (T34).
    const picture = contentId === null ? null : drawablePicture(bytes)
    return {
      ...{ section, fileName: filename, type, size, inline, url },
      ...(picture ? { contentId, picture: { ...picture, blob } } : { contentId: null }),
      previewId: null,
    }
  })
  return { html, text, attachments: files }
}
