import { cleanName, cut, dropInvisible } from './clean.ts'

const MAX_LENGTH = 200
const FORBIDDEN = /[<>:"|?*]/g
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

const EXTENSIONS: Record<string, string> = {
  'text/plain': 'txt',
  'text/html': 'html',
  'text/calendar': 'ics',
  'text/csv': 'csv',
  'text/vcard': 'vcf',
  'text/x-vcard': 'vcf',
  'text/directory': 'vcf',
  'text/xml': 'xml',
  'text/rfc822-headers': 'txt',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/json': 'json',
  'application/xml': 'xml',
  'application/rtf': 'rtf',
  'application/ics': 'ics',
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/ms-tnef': 'dat',
  'application/pgp-signature': 'asc',
  'application/pgp-encrypted': 'asc',
  'application/pkcs7-signature': 'p7s',
  'application/x-pkcs7-signature': 'p7s',
  'application/pkcs7-mime': 'p7m',
  'application/x-pkcs7-mime': 'p7m',
  'message/rfc822': 'eml',
  'message/global': 'eml',
  'message/delivery-status': 'txt',
  'message/disposition-notification': 'txt',
  'image/jpeg': 'jpg',
  'image/pjpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/bmp': 'bmp',
  'image/webp': 'webp',
  'image/tiff': 'tif',
  'image/svg+xml': 'svg',
  'image/heic': 'heic',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'audio/ogg': 'ogg',
  'video/mp4': 'mp4',
  'video/mpeg': 'mpg',
  'video/quicktime': 'mov',
}

/**
 * A file name that is only a name: the last path component, without control, bidi (T29: "gpj.exe" tricks)
 * and invisible characters, without characters and device names that Windows refuses, at most 200 long
 * with its extension kept. Null if nothing is left.
 */
export function cleanFilename(name: string): string | null {
  const last =
    name
      .slice(-4096)
      .split(/[/\\]/)
      .findLast((piece) => piece.trim() !== '') ?? ''
  const clean = dropInvisible(cleanName(last))
    .replace(FORBIDDEN, '_')
    .replace(/^[. ]+/, '')
  const short = shorten(trimEndDots(clean))
  if (short === '') return null
  return DEVICE.test(short) ? `_${short}` : short
}

/** The usual extension of a type ('application/pdf' → 'pdf'), 'bin' if unknown. */
export function extensionFor(type: string): string {
  return Object.hasOwn(EXTENSIONS, type) ? (EXTENSIONS[type] ?? 'bin') : 'bin'
}

/** The usual type of a file name ('a.PDF' → 'application/pdf'), 'application/octet-stream' if unknown. */
export function typeForFilename(name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  const found = Object.entries(EXTENSIONS).find(([, known]) => known === extension)
  return found?.[0] ?? 'application/octet-stream'
}

function shorten(name: string): string {
  if (name.length <= MAX_LENGTH) return name
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= 12 ? name.slice(dot) : ''
  return trimEndDots(cut(name, MAX_LENGTH - extension.length)) + extension
}

function trimEndDots(name: string): string {
  let end = name.length
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end--
  return name.slice(0, end)
}
