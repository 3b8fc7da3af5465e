import { base64Size, decodeQuotedPrintable, decodeUuencode } from './codecs.ts'
import { cleanFilename, extensionFor } from './filenames.ts'
import type { Part } from './types.ts'

export type AttachmentInfo = {
  /** IMAP section number. */
  section: string
  /** Always something a file system takes. */
  filename: string
  /** 'application/pdf' */
  type: string
  /** Decoded bytes; exact for well-formed parts, an estimate for large or damaged ones. */
  size: number
  contentId: string | null
  /** The HTML shows it (`cid:`), so it need not be listed. */
  inline: boolean
}

/** Up to here sizes are counted, above they are worked out from the number of lines. */
const COUNT_UP_TO = 256 * 1024
const USUAL_NAMES = new Map([
  ['text/calendar', 'invite.ics'],
  ['message/delivery-status', 'delivery-status.txt'],
  ['text/rfc822-headers', 'headers.txt'],
])
const LF = 10
const CR = 13

/** What a list of attachments shows of a leaf part; `inline` is false, the caller knows the HTML. */
export function attachmentOf(raw: Uint8Array, part: Part): AttachmentInfo {
  const type = `${part.type}/${part.subtype}`
  return {
    section: part.section,
    filename: filenameOf(part, type),
    type,
    size: decodedSize(raw, part),
    contentId: part.contentId,
    inline: false,
  }
}

/** Bytes of a part after decoding, without decoding large ones. */
export function decodedSize(raw: Uint8Array, part: Part): number {
  const body = raw.subarray(part.bodyStart, part.bodyEnd)
  const isSmall = body.length <= COUNT_UP_TO
  switch (part.encoding) {
    case 'base64':
      return isSmall ? base64Size(body) : largeBase64Size(body, part.lines)
    case 'quoted-printable':
      return isSmall ? decodeQuotedPrintable(body).length : body.length
    case 'x-uuencode':
    case 'x-uue':
    case 'uuencode':
      return isSmall
        ? decodeUuencode(body).length
        : Math.floor((body.length - part.lines * 3) * 0.75)
    default:
      return body.length
  }
}

function largeBase64Size(body: Uint8Array, lines: number): number {
  const firstLf = body.indexOf(LF)
  const eol = firstLf > 0 && body[firstLf - 1] === CR ? 2 : 1
  let end = body.length
  let padding = 0
  while (end > 0 && (body[end - 1] ?? 0) <= 32) end--
  while (padding < 2 && body[end - 1 - padding] === 61) padding++
  const trailingLines = body.subarray(end).filter((byte) => byte === LF).length
  const characters = end - Math.max(0, lines - trailingLines) * eol - padding
  return Math.max(0, Math.floor((characters * 3) / 4))
}

function filenameOf(part: Part, type: string): string {
  if (part.filename !== null) return part.filename
  if (part.message !== null) {
    const subject = cleanFilename(
      part.message.envelope.subject.replace(/[/\\]/g, '_').slice(0, 100),
    )
    return subject === null ? 'message.eml' : `${subject}.eml`
  }
  const usual = USUAL_NAMES.get(type)
  if (usual !== undefined) return usual
  const described = part.description === null ? null : cleanFilename(part.description)
  if (described !== null && /\.[a-z0-9]{1,5}$/i.test(described)) return described
  const number = part.section.length <= 20 ? `-${part.section}` : ''
  return `attachment${number}.${extensionFor(type)}`
}
