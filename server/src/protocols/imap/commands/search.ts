import { readHeaders } from '@hongyan/mime/headers'
import type { Sought } from '../../../mailstore/messages/programs.queries.ts'
import { type SearchField, wordsQuery } from '../../../mailstore/search/search-terms.ts'
import type { Viewer } from '../../../mailstore/types.ts'
import { Refusal } from '../answers.ts'
import { perMessage } from '../per-message.ts'
import { type Selected, type Session, selectedOf, viewerOf } from '../session.ts'
import { type Scanner, WireError } from '../wire/scanner.ts'
import { readSearchKeys, type SearchedText, type SearchKey } from '../wire/search-keys.ts'
import { lowerBound, writeSequenceSet } from '../wire/sequence-set.ts'
import type { ImapCommand } from './command.ts'

/** So many messages are opened at most, where the index does not hold a header field. */
const maxOpened = 2_000

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
    const sought = await soughtOf({ session, selected, viewer }, key)
    const { programs } = session.deps.mailstore
    const rows = await programs.seek(viewer, { folderId, sought })
    const known = rows.flatMap(({ uid, modseq }) => {
      const place = lowerBound(selected.uids(), uid)
      return selected.uids()[place] === uid
        ? [{ number: by === 'uid' ? uid : place + 1, modseq }]
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

/** What the store is asked: numbers become UIDs, texts words of the index. */
async function soughtOf(place: Place, key: SearchKey): Promise<Sought> {
  switch (key.kind) {
    case 'numbers': {
      const { selected } = place
      const uids = selected.uids()
      return {
        kind: 'uids',
        uids: selected.places(key.set, key.of).flatMap((one) => uids[one] ?? []),
      }
    }
    case 'text':
      return wordsOf(key.in, key.text)
    case 'header':
      return headerOf(place, key)
    case 'not':
      return { kind: 'not', key: await soughtOf(place, key.key) }
    case 'or':
    case 'and': {
      const keys: Sought[] = []
      for (const one of key.keys) keys.push(await soughtOf(place, one))
      return { kind: key.kind, keys }
    }
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

/** A header field: from the index, from the row, or read in the messages themselves where there are not too many. */
async function headerOf(
  place: Place,
  { name, text }: { name: string; text: string },
): Promise<Sought> {
  const where = indexed[name]
  if (where && text !== '') return wordsOf(where, text)
  if (name === 'message-id') return { kind: 'message-id', text: text.replace(/^<|>$/g, '') }
  const { session, selected, viewer } = place
  const uids = selected.uids()
  if (uids.length > maxOpened)
    throw new Refusal('This field is looked for in small mailboxes only', 'LIMIT')
  const { mailstore } = session.deps
  const rows = await mailstore.programs.rows(viewer, { folderId: selected.folderId, uids })
  const found: number[] = []
  for (const row of rows) {
    await perMessage(session, async () => {
      const raw = await mailstore.raw(row)
      if (hasField(raw, name, text.toLowerCase())) found.push(row.uid)
    })
  }
  return { kind: 'uids', uids: found }
}

const hasField = (raw: Buffer, name: string, text: string): boolean =>
  readHeaders(raw).some(
    (field) => field.name === name && field.value().toLowerCase().includes(text),
  )
