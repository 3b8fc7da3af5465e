import { readHeaders } from '@hongyan/mime/headers'
import type { Seeking, Sought } from '../../../mailstore/messages/programs.queries.ts'
import { type SearchField, wordsQuery } from '../../../mailstore/search/search-terms.ts'
import { partOf } from '../../../mailstore/search/word-parts.ts'
import { headerOf } from '../../../mailstore/sorting/header-fields.ts'
import type { Viewer } from '../../../mailstore/types.ts'
import { turnForScan } from '../../../platform/in-turns.ts'
import { Refusal } from '../../shared/refusal.ts'
import { flagOf } from '../flags.ts'
import { soughtById } from '../object-ids.ts'
import { perMessage } from '../per-message.ts'
import { type Selected, type Session, selectedOf, viewerOf } from '../session.ts'
import { decodeUtf8 } from '../wire/mailbox-name.ts'
import type { Scanner } from '../wire/scanner.ts'
import type { DecodeText, SearchedText, SearchKey } from '../wire/search-keys.ts'

/** So many messages are opened at most, where the index does not hold a header field. */
const maxOpened = 2_000
/** The bytes of all of them, and the fields that are looked for at once. */
const maxRead = 512 * 1024 * 1024
const maxHeaderKeys = 20
/** Each is up to twelve words, and each word a list of the index: four hundred took gigabytes of the database. */
const maxTexts = 40

/** What SEARCH, SORT and THREAD look for in the open mailbox, as the store is asked for it. */
export async function seekingOf(
  session: Session,
  key: SearchKey,
): Promise<{ viewer: Viewer; seeking: Seeking }> {
  const selected = selectedOf(session)
  if (textsIn(key) > maxTexts) throw new Refusal('Ask for fewer texts at once', 'LIMIT')
  const viewer = await viewerOf(session)
  const found = await readHeaderKeys({ session, selected, viewer }, key)
  const now = session.deps.clock.now().getTime()
  const sought = soughtOf({ selected, found, now }, key)
  return { viewer, seeking: { folderId: selected.folderId, sought } }
}

function textsIn(key: SearchKey): number {
  if (key.kind === 'text' || key.kind === 'header') return 1
  if (key.kind === 'not') return textsIn(key.key)
  if (key.kind !== 'or' && key.kind !== 'and') return 0
  return key.keys.reduce((sum, one) => sum + textsIn(one), 0)
}

/** What Chinese programs say besides UTF-8, all within GB18030 but for Big5. */
const charsets: Readonly<Record<string, string>> = {
  GBK: 'gb18030',
  GB2312: 'gb18030',
  GB18030: 'gb18030',
  BIG5: 'big5',
}

/** The charset of the texts that are looked for: it stands before the keys. @throws Refusal for another one */
export function readCharset(scan: Scanner): DecodeText {
  const charset = scan.astring().toUpperCase()
  const label = Object.hasOwn(charsets, charset) ? charsets[charset] : undefined
  if (!label && charset !== 'UTF-8' && charset !== 'US-ASCII')
    throw new Refusal('These are understood', 'BADCHARSET (UTF-8 GB18030 GBK GB2312 BIG5)')
  scan.space()
  return label ? (bytes) => decodeAs(label, bytes) : decodeUtf8
}

function decodeAs(label: string, bytes: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(Buffer.from(bytes, 'latin1'))
  } catch {
    return null
  }
}

interface Place {
  session: Session
  selected: Selected
  viewer: Viewer
}

/** UIDs by the key that they were read for. */
type Found = Map<HeaderKey, [number, number][]>

/** What the store is asked: numbers become UIDs, texts words of the index. */
function soughtOf(
  place: { selected: Selected; found: Found; now: number },
  key: SearchKey,
): Sought {
  switch (key.kind) {
    case 'numbers':
      return { kind: 'uids', ranges: place.selected.ranges(key.set, key.of) }
    case 'age': {
      const at = new Date(place.now - key.seconds * 1000)
      const range = key.side === 'older' ? { from: null, until: at } : { from: at, until: null }
      return { kind: 'date', of: 'received', ...range }
    }
    case 'text':
      return wordsOf(key.in, key.text)
    case 'keyword': {
      const flag = flagOf(key.name)
      return flag ? { kind: 'flag', flag, value: key.value } : key
    }
    case 'object':
      return soughtById(key.of, key.id)
    case 'header':
      return knownHeader(key) ?? { kind: 'uids', ranges: place.found.get(key) ?? [] }
    case 'not':
      return { kind: 'not', key: soughtOf(place, key.key) }
    case 'or':
    case 'and':
      return { kind: key.kind, keys: key.keys.map((one) => soughtOf(place, one)) }
    default:
      return key
  }
}

const fields: Record<SearchedText, readonly SearchField[]> = {
  from: ['from'],
  to: ['to'],
  cc: ['cc'],
  subject: ['subject'],
  body: ['body', 'fileText'],
  text: [],
}

/** Every message holds an empty text (RFC 9051 §6.4.4); one of signs alone has no word that could be found. */
function wordsOf(where: SearchedText, text: string): Sought {
  if (text.trim() === '') return { kind: 'all' }
  const words = wordsQuery({ text, fields: fields[where], prefixFrom: 1 })
  return { kind: 'words', words, part: partOf(text, fields[where]) }
}

const indexed: Record<string, SearchedText> = {
  from: 'from',
  to: 'to',
  cc: 'cc',
  subject: 'subject',
}

type HeaderKey = SearchKey & { kind: 'header' }

/** What the index or the row says of a header field; null where the messages themselves must be read. */
function knownHeader({ name, text }: HeaderKey): Sought | null {
  const where = indexed[name]
  if (where && text !== '') return wordsOf(where, text)
  return name === 'message-id' ? { kind: 'message-id', text: text.replace(/^<|>$/g, '') } : null
}

/** The keys that nothing but the messages answers. */
function unknownHeaders(key: SearchKey): HeaderKey[] {
  if (key.kind === 'header') return knownHeader(key) ? [] : [key]
  if (key.kind === 'not') return unknownHeaders(key.key)
  return key.kind === 'or' || key.kind === 'and' ? key.keys.flatMap(unknownHeaders) : []
}

/** Reads each message once for all keys. @throws Refusal where that would be too many keys, messages or bytes */
async function readHeaderKeys(place: Place, key: SearchKey): Promise<Found> {
  const keys = unknownHeaders(key)
  const found: Found = new Map(keys.map((one) => [one, []]))
  const wanted = keys.map((one) => ({ one, name: one.name, text: one.text.toLowerCase() }))
  if (keys.length === 0) return found
  const { session, selected, viewer } = place
  const { mailstore } = session.deps
  const uids = selected.uids()
  if (keys.length > maxHeaderKeys) throw new Refusal('Ask for fewer header fields', 'LIMIT')
  if (uids.length > maxOpened) throw new Refusal(tooLarge, 'LIMIT')
  const rows = await mailstore.programs.rows(viewer, { folderId: selected.folderId, uids })
  if (rows.reduce((sum, { size }) => sum + size, 0) > maxRead) throw new Refusal(tooLarge, 'LIMIT')
  for (const row of rows) {
    await perMessage(session, async () => {
      const header = headerOf(await mailstore.raw(row))
      await turnForScan(header.length)
      const fields = readHeaders(header)
      for (const { one, ...field } of wanted)
        if (hasField(fields, field)) found.get(one)?.push([row.uid, row.uid])
    })
  }
  return found
}

const tooLarge = 'This field is looked for in small mailboxes only'

/** @param wanted its text in lower case */
const hasField = (
  fields: ReturnType<typeof readHeaders>,
  wanted: Pick<HeaderKey, 'name' | 'text'>,
): boolean =>
  fields.some(
    (field) => field.name === wanted.name && field.value().toLowerCase().includes(wanted.text),
  )
