import type { HeaderField } from '@hongyan/mime/headers'
import type { Allowance } from './archive.ts'
import type { FileText } from './file-kinds.ts'
import type { WrittenOut } from './written-out.ts'

/** What one message may cost; what goes beyond counts as unreadable. */
export const most = {
  files: 300,
  depth: 4,
  chars: 2_000_000,
  partChars: 300_000,
  fileBytes: 40 * 1024 * 1024,
  unpacked: 64 * 1024 * 1024,
} as const

/** All that a message says: in every text part, shown or not, and in its attachments, in archives and mails among them. */
export interface DeepTexts {
  subject: string
  body: string[]
  files: FileText[]
  /** Of every file, wherever it lies. */
  names: string[]
  /** Of every mail in it, wherever that lies. */
  headers: HeaderField[][]
  /** What could not be read: protected, damaged, or too much. */
  unreadable: string[]
  /** Its text and files are encrypted, or so it says. */
  encrypted: boolean
  /** They are: a CMS object for those who read it (RFC 5652 section 6, RFC 5083). */
  sealed: boolean
}

export interface Reading {
  texts: DeepTexts
  chars: number
  unpacked: Allowance
  /** Files that its texts bring along, to be read behind them. */
  written: WrittenOut[]
  readMail(mail: { name: string; bytes: Uint8Array; depth: number }): Promise<void>
}

export const isFull = ({ texts, chars }: Reading): boolean =>
  texts.names.length > most.files || chars > most.chars

/** An armoured message that lies in a text (RFC 9580 section 6.2) is one that nobody here reads. */
const armour = '-----BEGIN PGP MESSAGE-----'

export function keepBody(reading: Reading, text: string): void {
  const kept = text.slice(0, most.partChars)
  const isCut = kept.length < text.length || reading.chars > most.chars
  if (isCut || text.includes(armour)) reading.texts.unreadable.push('')
  if (reading.chars > most.chars || kept.trim() === '') return
  reading.chars += kept.length
  reading.texts.body.push(kept)
}
