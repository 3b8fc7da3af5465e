import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { getHeader } from '@hongyan/mime/headers'
import type { Address, Envelope } from '@hongyan/mime/types'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import { BlobCorrupt, BlobMissing } from '../../platform/blobs/blobs.ts'
import type { FolderId } from '../../platform/ids.ts'
import { csvLine } from '../console/console.public.ts'
import type { ExportPerson } from './exports.queries.ts'
import type { NewItem, SourceRow } from './exports-items.queries.ts'

/** Of a header no more than this is looked at. */
const headBytes = 64 * 1024
/** Characters of one cell of the index. */
const longestCell = 2_000
/** Of all folders of a path together; what is longer is called by its number. */
const longestFolders = 120

export type Reading = Pick<Mailstore, 'pieces' | 'envelopeOf' | 'folders'>

/** The head of the index, after the mark that says UTF-8 to spreadsheets. */
export const indexHead = `\ufeff${csvLine([
  'Path',
  'Kind',
  'Person',
  'Folder',
  'Received',
  'Date',
  'From',
  'To',
  'Cc',
  'Subject',
  'Message-ID',
  'Size',
  'SHA-256',
  'Note',
])}`

interface Scope {
  person: Pick<ExportPerson, 'accountId' | 'address' | 'source'>
  /** Paths of the folders of the mailbox. */
  folders: ReadonlyMap<FolderId, string>
  /** Only mail from or to whom this is found in; '' for all. */
  party: string
}

/** What a mail becomes in an export; null where it is none of those that were asked for. */
export async function itemOf(
  mailstore: Reading,
  row: SourceRow,
  { person, folders, party }: Scope,
): Promise<NewItem | null> {
  const read = await readMail(mailstore, row).catch(unlessLost)
  const envelope = read?.envelope ?? null
  if (party !== '' && read?.isWhole && envelope && !isParty(envelope, party)) return null
  const folder = folders.get(row.folderId ?? (0 as FolderId)) ?? ''
  const path = read ? pathOf(row, person, folder) : ''
  const place = [path, person.source, person.address, folder, row.receivedAt.toISOString()]
  const file = [String(read?.size ?? row.size), row.blob.toString('hex')]
  const note = read ? (read.encrypted ? 'encrypted' : '') : 'unreadable'
  return {
    messageId: row.messageId,
    path,
    blob: read ? row.blob : null,
    size: read?.size ?? row.size,
    crc: read?.crc ?? 0,
    receivedAt: row.receivedAt,
    line: csvLine([...place, ...headCells(envelope), ...file, note].map(cell)),
  }
}

const headCells = (envelope: Envelope | null): string[] => {
  if (!envelope) return Array(6).fill('')
  const { date, from, to, cc, subject, messageId } = envelope
  return [date ?? '', people(from), people(to), people(cc), subject, messageId ?? '']
}

/** Whose bytes are gone or damaged is named as such; any other trouble is one of the moment, and the piece is tried again. */
function unlessLost(thrown: unknown): null {
  if (thrown instanceof BlobMissing || thrown instanceof BlobCorrupt) return null
  throw thrown
}

/** Reads a mail once, a piece at a time. @throws where its bytes are not those that its hash names */
async function readMail(mailstore: Reading, { blob, size }: Pick<SourceRow, 'blob' | 'size'>) {
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let crc = 0
  let length = 0
  for await (const piece of mailstore.pieces({ blob, size })) {
    hash.update(piece)
    crc = crc32(piece, crc)
    if (length < headBytes) head.push(Buffer.from(piece.subarray(0, headBytes - length)))
    length += piece.length
  }
  if (!hash.digest().equals(blob)) throw new BlobCorrupt(blob)
  const start = Buffer.concat(head)
  const end = headerEnd(start)
  const header = start.subarray(0, end ?? start.length)
  const envelope = await mailstore.envelopeOf(header).catch(() => null)
  // Behind what is looked at there may be more addresses: a filter lets through what it cannot tell.
  const isWhole = end !== null || length <= headBytes
  return { size: length, crc, envelope, isWhole, encrypted: isEncrypted(header) }
}

function headerEnd(start: Buffer): number | null {
  const ends = ['\r\n\r\n', '\n\n'].map((gap) => start.indexOf(gap)).filter((at) => at >= 0)
  return ends.length === 0 ? null : Math.min(...ends) + 2
}

/** By S/MIME or PGP: it stays so, for nobody here has its key. */
function isEncrypted(header: Buffer): boolean {
  const type = (getHeader(header, 'content-type') ?? '').toLowerCase()
  if (/^\s*multipart\/encrypted\b/.test(type)) return true
  return /^\s*application\/(?:x-)?pkcs7-mime\b/.test(type) && !type.includes('signed-data')
}

const isParty = ({ from, sender, to, cc, bcc }: Envelope, party: string): boolean =>
  [...from, ...sender, ...to, ...cc, ...bcc].some(({ address }) =>
    address.toLowerCase().includes(party.toLowerCase()),
  )

const people = (list: readonly Address[]): string =>
  list.map(({ name, address }) => (name === '' ? address : `${name} <${address}>`)).join(', ')

/** One line, of some length, without what spreadsheets and terminals obey. */
function cell(text: string): string {
  const plain = text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
  return plain.length > longestCell
    ? `${plain.slice(0, longestCell).replace(/[\ud800-\udbff]$/, '')}…`
    : plain
}

/** Unique by person and the number of the mail; no word of the mail is in it. */
function pathOf(
  { receivedAt, messageId, folderId }: SourceRow,
  { accountId, address, source }: Scope['person'],
  folder: string,
): string {
  const marked = source === 'mailbox' ? [] : [`_${source}`]
  const parts = folder === '' ? [] : folder.split('/').map(fileName)
  const folders = parts.join('/').length > longestFolders ? [`folder-${folderId}`] : parts
  const file = `${receivedAt.toISOString().slice(0, 10)}-${messageId}.eml`
  const own = fileName(address)
  // Two addresses may be one name.
  const named = own === address ? own : `${own} (${accountId})`
  return [named, ...marked, ...folders, file].join('/')
}

/** Characters that file systems refuse or that turn text round (T29). */
const unfit =
  /[\p{Cc}<>:"/\\|?*\u2028\u2029\u200b\u200e\u200f\u061c\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu
/** Names that Windows keeps for itself. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])\s*(?:\.|$)/i

/** A name that is one folder everywhere, and never one above. */
export function fileName(text: string): string {
  const clean = [...text.replace(unfit, ' ').replace(/^[.\s]+/, '')]
    .slice(0, 60)
    .join('')
    .replace(/(?<![.\s])[.\s]+$/, '')
    .trim()
  if (clean === '') return '_'
  return device.test(clean) || clean.startsWith('_') ? `_${clean}` : clean
}

/** The paths of a mailbox's folders, by their number. */
export async function folderPaths(
  mailstore: Reading,
  accountId: ExportPerson['accountId'],
): Promise<Map<FolderId, string>> {
  const all = await mailstore.folders(accountId)
  const byId = new Map(all.map((one) => [one.id, one]))
  const pathTo = (id: FolderId | null, depth = 0): string[] => {
    const one = id === null ? undefined : byId.get(id)
    if (!one || depth > 50) return []
    return [...pathTo(one.parentId, depth + 1), one.name.replaceAll('/', ' ')]
  }
  return new Map(all.map(({ id }) => [id, pathTo(id).join('/')]))
}
