import { normalForm } from '@hongyan/contract/normal-form'
import { cleanFilename } from '@hongyan/mime/filenames'
import { drawableType } from '@hongyan/mime/picture-size'
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
  const name = cleanFilename(normalForm(given, 'NFC'))
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
    const clean = normalForm(cleanFilename(normalForm(name, 'NFKC')) ?? '', 'NFKC').toLowerCase()
    return refused.includes(clean.slice(clean.lastIndexOf('.') + 1).trim())
  })
}

/** `exe,bat` of the settings index. */
export const suffixList = (setting: string): string[] =>
  setting
    .split(',')
    .map((one) => one.trim().replace(/^\./, '').toLowerCase())
    .filter(Boolean)

/** What browsers show without a program: what else is a picture is sent as a file. */
const insertable = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** The type of a picture that may stand in a text; null for everything else. */
export function insertablePicture(bytes: Buffer): string | null {
  const type = drawableType(bytes)
  return type !== null && insertable.includes(type) ? type : null
}

/** A type that may be said of an uploaded file; anything odd becomes plain bytes. */
export function fileType(claimed: string): string {
  const type = claimed.toLowerCase().split(';')[0]?.trim() ?? ''
  const usable = /^[a-z0-9][a-z0-9.+-]{0,60}\/[a-z0-9][a-z0-9.+-]{0,80}$/.test(type)
  return usable && !type.startsWith('multipart/') ? type : 'application/octet-stream'
}
