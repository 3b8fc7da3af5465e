import { cleanFilename } from '@hongyan/mime/filenames'
import { AppError } from '../../../platform/errors.ts'

/** A file that goes into a mail. */
export interface MessageFile {
  fileName: string
  type: string
  contentId: string | null
  bytes: Buffer
}

/** The name under which an uploaded file is kept and sent: only a name, composed, without tricks. */
export function fileNameOf(given: string): string {
  const name = cleanFilename(given.normalize('NFC'))
  // A receiver must not decode the name as an encoded-word into something else (T26).
  return (name ?? 'file').replaceAll('=?', '=_')
}

/**
 * The name that a waiting file gets in place of its old one. The ending says what the file is, so it stays, in any case
 * (COMPOSE-22).
 * @throws upload.ending, upload.no-name
 */
export function newNameOf(old: string, given: string): string {
  const ending = endingOf(old)
  const bare = given.trim().toLowerCase()
  if (bare === '' || bare === ending.toLowerCase()) throw new AppError('upload.no-name')
  const name = fileNameOf(given)
  if (endingOf(name).toLowerCase() !== ending.toLowerCase()) throw new AppError('upload.ending')
  return name
}

/** From the last dot on; empty for a name without one, or with one at its beginning alone. */
function endingOf(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot) : ''
}

/**
 * True for a name that ends in a refused suffix, however it is dressed: case, dots and blanks at the end, bidi
 * and invisible characters, full-width letters, an NTFS stream (`a.exe::$DATA`).
 */
export function isRefusedName(given: string, refused: readonly string[]): boolean {
  const last = given.split(/[/\\]/).at(-1) ?? ''
  return [last, last.split(':')[0] ?? ''].some((name) => {
    const clean = (cleanFilename(name.normalize('NFKC')) ?? '').normalize('NFKC').toLowerCase()
    return refused.includes(clean.slice(clean.lastIndexOf('.') + 1).trim())
  })
}

/** `exe,bat` of the settings index. */
export const suffixList = (setting: string): string[] =>
  setting
    .split(',')
    .map((one) => one.trim().replace(/^\./, '').toLowerCase())
    .filter(Boolean)

/** The key by which two files have the same name. */
export const sameNameKey = (name: string): string => name.normalize('NFKC').toLowerCase()

const pictures: readonly { type: string; matches(head: Buffer): boolean }[] = [
  {
    type: 'image/png',
    matches: (head) => head.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  },
  {
    type: 'image/jpeg',
    matches: (head) => head.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')),
  },
  { type: 'image/gif', matches: (head) => /^GIF8[79]a/.test(head.toString('latin1', 0, 6)) },
  {
    type: 'image/webp',
    matches: (head) =>
      head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP',
  },
]

/** The type of a picture by its bytes; null for everything else, SVG included (it is a document, T3). */
export const pictureType = (bytes: Buffer): string | null =>
  pictures.find((one) => one.matches(bytes))?.type ?? null

/** A type that may be said of an uploaded file; anything odd becomes plain bytes. */
export function fileType(claimed: string): string {
  const type = claimed.toLowerCase().split(';')[0]?.trim() ?? ''
  const usable = /^[a-z0-9][a-z0-9.+-]{0,60}\/[a-z0-9][a-z0-9.+-]{0,80}$/.test(type)
  return usable && !type.startsWith('multipart/') ? type : 'application/octet-stream'
}
