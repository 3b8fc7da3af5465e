import { readHeaders } from '@hongyan/mime/headers'
import type { Sought } from '../../../mailstore/messages/programs.queries.ts'
import { type SearchField, wordsQuery } from '../../../mailstore/search/search-terms.ts'
import type { Viewer } from '../../../mailstore/types.ts'
import { Refusal } from '../answers.ts'
import { perMessage, whileCounted } from '../per-message.ts'
import { type Selected, type Session, selectedOf, viewerOf } from '../session.ts'
import { type Scanner, WireError } from '../wire/scanner.ts'
import { readSearchKeys, type SearchedText, type SearchKey } from '../wire/search-keys.ts'
import { lowerBound, writeSequenceSet } from '../wire/sequence-set.ts'
import type { ImapCommand } from './command.ts'

/** So many messages are opened at most, where the index does not hold a header field. */
const maxOpened = 2_000
/** The bytes of all of them, and the fields that are looked for at once. */
const maxRead = 512 * 1024 * 1024
const maxHeaderKeys = 20

const returnable = ['MIN', 'MAX', 'ALL', 'COUNT'] as const
type Returned = (typeof returnable)[number]

/** SEARCH and UID SEARCH (RFC 9051 §6.4.4), plain or extended (RFC 4731). */
export const searching = (by: 'uid' | 'sequence', tag: string): ImapCommand => ({
  for: 'selected',
  ...(by === 'sequence' ? { keepsNumbers: true as const } : {}),
  run: async (session, scan) => {
    const { returned, key } = readRequest(scan)
    const selected = selectedOf(session)
    const viewer = await viewerOf(session)
    const { folderId } = selected
    const found = await readHeaderKeys({ session, selected, viewer }, key)
    const sought = soughtOf({ selected, found }, key)
    const { programs } = session.deps.mailstore
    const { uids, modseqs } = await whileCounted(session, selected.uids().length, () =>
      programs.seek(viewer, { folderId, sought }),
    )
    const known = uids.flatMap((uid, index) => {
      const place = lowerBound(selected.uids(), uid)
      return selected.uids()[place] === uid
        ? [{ number: by === 'uid' ? uid : place + 1, modseq: modseqs[index] ?? 0 }]
        : []
    })
    const asksModseq = asks(key)
    if (asksModseq) session.usesModseq = true
    const answer = { tag, by, numbers: known.map((one) => one.number) }
    const highest = known.reduce((most, one) => Math.max(most, one.modseq), 0)
    const modseq = asksModseq && known.length > 0 ? highest : null
    session.output.send(returned ? extended(answer, returned, modseq) : plain(answer, modseq))
    return {}
  },
})

interface Answer {
  tag: string
  by: 'uid' | 'sequence'
  numbers: readonly number[]
}

function plain({ numbers }: Answer, modseq: number | null): string {
  const list = numbers.map((one) => ` ${one}`).join('')
  return `* SEARCH${list}${modseq === null ? '' : ` (MODSEQ ${modseq})`}\r\n`
}

function extended(
  { tag, by, numbers }: Answer,
  returned: readonly Returned[],
  modseq: number | null,
): string {
  const parts: Record<Returned, string | null> = {
    MIN: numbers.length > 0 ? `MIN ${numbers[0]}` : null,
    MAX: numbers.length > 0 ? `MAX ${numbers.at(-1)}` : null,
    ALL: numbers.length > 0 ? `ALL ${writeSequenceSet(numbers)}` : null,
    COUNT: `COUNT ${numbers.length}`,
  }
  const told = returnable.flatMap((one) => (returned.includes(one) ? (parts[one] ?? []) : []))
  const list = [`(TAG "${tag}")`, ...(by === 'uid' ? ['UID'] : []), ...told]
  if (modseq !== null) list.push(`MODSEQ ${modseq}`)
  return `* ESEARCH ${list.join(' ')}\r\n`
}

function readRequest(scan: Scanner): { returned: readonly Returned[] | null; key: SearchKey } {
  scan.space()
  let returned: readonly Returned[] | null = null
  if (scan.skip('RETURN ')) {
    const words = scan.list(() => scan.word())
    const known = words.flatMap((word) => returnable.find((one) => one === word) ?? [])
    if (known.length !== words.length) throw new WireError('unknown result')
    returned = known.length > 0 ? known : ['ALL']
    scan.space()
  }
  if (scan.skip('CHARSET ')) {
    const charset = scan.astring().toUpperCase()
    if (charset !== 'UTF-8' && charset !== 'US-ASCII')
      throw new Refusal('UTF-8 is understood', 'BADCHARSET (UTF-8)')
    scan.space()
  }
  const key = readSearchKeys(scan)
  scan.end()
  return { returned, key }
}

const asks = (key: SearchKey): boolean => {
  if (key.kind === 'modseq') return true
  if (key.kind === 'not') return asks(key.key)
  return (key.kind === 'or' || key.kind === 'and') && key.keys.some(asks)
}

interface Place {
  session: Session
  selected: Selected
  viewer: Viewer
}

/** UIDs by the key that they were read for. */
type Found = Map<HeaderKey, [number, number][]>

/** What the store is asked: numbers become UIDs, texts words of the index. */
function soughtOf(place: { selected: Selected; found: Found }, key: SearchKey): Sought {
  switch (key.kind) {
    case 'numbers':
      return { kind: 'uids', ranges: place.selected.ranges(key.set, key.of) }
    case 'text':
      return wordsOf(key.in, key.text)
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
  return words === null ? { kind: 'none' } : { kind: 'words', words }
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
      const fields = readHeaders(await mailstore.raw(row))
      for (const [one, ranges] of found) if (hasField(fields, one)) ranges.push([row.uid, row.uid])
    })
  }
  return found
}

const tooLarge = 'This field is looked for in small mailboxes only'

const hasField = (fields: ReturnType<typeof readHeaders>, { name, text }: HeaderKey): boolean =>
  fields.some(
    (field) => field.name === name && field.value().toLowerCase().includes(text.toLowerCase()),
  )
