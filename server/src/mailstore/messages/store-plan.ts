import type { Address, Envelope } from '@hongyan/mime/types'
import type { StoredBlob } from '../../platform/blobs/blobs.ts'
import type { AccountId, FolderId, LabelId, MessageId } from '../../platform/ids.ts'
import { asId } from '../../platform/ids.ts'
import { binaryWords } from '../search/binary-words.ts'
import { scopeOf } from '../search/search-terms.ts'
import type { Change, CopyOutcome, NewCopy, PreparedMessage } from '../types.ts'
import type { AccountCounters, FolderCounters, StoreRows } from './store.queries.ts'
import type { ThreadKeys } from './threads.ts'

/** A message with its copies, on its way into the store. */
export interface Item {
  message: PreparedMessage
  keys: ThreadKeys
  blob: StoredBlob
  copies: NewCopy[]
}

/** What the plan needs to know; all rows are locked. */
export interface KnownRows {
  accounts: Map<AccountId, AccountCounters>
  folders: FolderCounters[]
  threads: Map<string, number>
  newReceipts: Set<string>
  /** Labels of copies that exist, as "account label". */
  labels: Set<string>
  nextId(): number
}

export interface Plan {
  rows: StoreRows
  outcomes: CopyOutcome[][]
  changes: Change[]
  /** New messages that come with labels. */
  labelled: LabelledCopy[]
}

export interface LabelledCopy {
  accountId: AccountId
  id: MessageId
  folderId: FolderId
  receivedAt: Date
  seen: boolean
  size: number
  labels: LabelId[]
}

const maxSubject = 1_000
const maxName = 300
/** Recipients kept in the row of a list. */
const shownRecipients = 5

/** Decides UIDs, counters, threads and outcomes for a group of copies: pure, no I/O. */
export function planStore(items: readonly Item[], rows: KnownRows): Plan {
  const state = startState(rows)
  const outcomes = items.map((item) => item.copies.map((copy) => planCopy(state, item, copy)))
  return { outcomes, labelled: state.labelled, ...finish(state, items, outcomes) }
}

interface State extends KnownRows {
  messages: object[]
  /** Contents with their numbers. */
  contents: Map<PreparedMessage, number>
  /** The copies of each content. */
  copies: { content: number; id: number; scope: string }[]
  log: object[]
  newThreads: Map<string, StoreRows['threads'][number]>
  touchedFolders: Map<FolderCounters, number>
  changes: Map<AccountId, Change>
  used: Set<string>
  labelled: LabelledCopy[]
}

const startState = (rows: KnownRows): State => ({
  ...rows,
  messages: [],
  contents: new Map(),
  copies: [],
  log: [],
  newThreads: new Map(),
  touchedFolders: new Map(),
  changes: new Map(),
  used: new Set(),
  labelled: [],
})

function planCopy(state: State, item: Item, copy: NewCopy): CopyOutcome {
  const account = state.accounts.get(copy.accountId)
  const folder = state.folders.find(
    (one) =>
      one.accountId === copy.accountId && (one.role === copy.folder || one.id === copy.folder),
  )
  if (!account || !folder) return { kind: 'no-folder' }
  if (copy.receipt && !takeReceipt(state, copy.receipt)) return { kind: 'duplicate' }
  const size = item.message.raw.length
  if (!copy.ignoreQuota && account.used + size > account.quota) return { kind: 'over-quota' }

  const id = state.nextId()
  const uid = folder.uidNext
  account.used += size
  folder.uidNext += 1
  folder.total += 1
  folder.bytes += size
  if (!copy.seen) folder.unread += 1
  const change = changeOf(state, account)
  state.touchedFolders.set(folder, change.modseq)
  const labels = labelsOf(state, copy)
  state.messages.push(
    messageRow({ state, item, copy, folder, id, uid, modseq: change.modseq, labels }),
  )
  if (labels.length > 0) {
    const { accountId, receivedAt, seen = false } = copy
    const at = { accountId, id: asId<MessageId>(id), folderId: folder.id }
    state.labelled.push({ ...at, receivedAt, seen, size, labels })
  }
  if (copy.log) state.log.push(logRow(item, copy, { ...copy.log, id, folderId: folder.id }))
  change.messageIds.push(asId<MessageId>(id))
  if (item.message.hasFilesToRead) change.hasFiles = true
  if (copy.notify) addNews(change, item, { id, folderId: folder.id })
  return { kind: 'stored', messageId: asId(id), folderId: folder.id, uid, modseq: change.modseq }
}

const labelsOf = (state: State, { accountId, labels = [] }: NewCopy): LabelId[] =>
  [...new Set(labels)].filter((one) => state.labels.has(`${accountId} ${one}`))

function takeReceipt(state: State, receipt: Buffer): boolean {
  const key = receipt.toString('hex')
  if (!state.newReceipts.has(key) || state.used.has(key)) return false
  state.used.add(key)
  return true
}

function changeOf(state: State, account: AccountCounters): Change {
  let change = state.changes.get(account.id)
  if (!change) {
    account.modseq += 1
    change = {
      accountId: account.id,
      modseq: account.modseq,
      kind: 'added',
      messageIds: [],
      detail: {},
    }
    state.changes.set(account.id, change)
  }
  return change
}

function addNews(change: Change, item: Item, at: { id: number; folderId: FolderId }): void {
  const from = item.message.parsed.envelope.from[0]
  change.detail.news ??= []
  change.detail.news.push({
    messageId: asId(at.id),
    folderId: at.folderId,
    subject: clean(item.message.parsed.envelope.subject, maxSubject).slice(0, 200),
    fromName: clean(from?.name ?? '', maxName),
    fromAddress: clean(from?.address ?? '', maxName),
  })
}

interface Placed {
  state: State
  item: Item
  copy: NewCopy
  folder: FolderCounters
  id: number
  uid: number
  modseq: number
  labels: LabelId[]
}

function messageRow({ state, item, copy, folder, id, uid, modseq, labels }: Placed): object {
  const { message, keys } = item
  const { envelope } = message.parsed
  const from = envelope.from[0]
  return {
    account_id: copy.accountId,
    id,
    folder_id: folder.id,
    uid,
    modseq,
    thread_id: threadOf(state, copy.accountId, { keys, id }),
    received_at: copy.receivedAt.toISOString(),
    sent_at: envelope.date,
    ...(envelope.zone === undefined ? {} : { sent_zone: envelope.zone }),
    size: message.raw.length,
    seen: copy.seen ?? false,
    starred: copy.starred ?? false,
    draft: copy.draft ?? false,
    ...rareFlags(copy),
    ...(message.important ? { important: true } : {}),
    has_attachment: message.hasAttachment,
    blob: item.blob.hash.toString('hex'),
    subject: clean(envelope.subject, maxSubject),
    from_name: clean(from?.name ?? '', maxName),
    from_address: clean(from?.address ?? '', maxName),
    recipients: recipientsOf([...envelope.to, ...envelope.cc]),
    preview: clean(message.preview, 300),
    message_id: envelope.messageId ? clean(envelope.messageId, 998) : null,
    authentication: copy.authentication ?? null,
    submission_id: copy.submissionId ?? null,
    ...(labels.length > 0 ? { labels } : {}),
    content: contentOf(state, message, { id, scope: scopeOf(copy.accountId, copy.receivedAt) }),
    due: message.hasFilesToRead,
    sent_to: folder.role === 'sent' ? addressesOf(envelope) : [],
  }
}

function contentOf(
  { contents, copies }: State,
  message: PreparedMessage,
  copy: { id: number; scope: string },
): number {
  const content = contents.get(message) ?? contents.size
  contents.set(message, content)
  copies.push({ content, ...copy })
  return content
}

/** Of a mail that goes to many the database makes the words of each copy: here each would cost the loop as much as the first. */
function wordsOf({ contents, copies }: State): Pick<StoreRows, 'words' | 'ownWords'> {
  const counts = Map.groupBy(copies, ({ content }) => content)
  const words: StoreRows['words'] = []
  const ownWords: StoreRows['ownWords'] = []
  for (const [{ tsv }, content] of contents) {
    const [only, ...others] = counts.get(content) ?? []
    if (only && others.length === 0)
      ownWords.push({ id: only.id, words: binaryWords(tsv, only.scope) })
    else words.push({ content, tsv })
  }
  return { words, ownWords }
}

/** Flags that mail from outside never has: left out of its row. */
const rareFlags = ({ answered, forwarded, deleted, keywords = [] }: NewCopy): object => ({
  ...(answered ? { answered } : {}),
  ...(forwarded ? { forwarded } : {}),
  ...(deleted ? { deleted } : {}),
  ...(keywords.length > 0 ? { keywords } : {}),
})

function logRow(
  { message }: Item,
  { accountId }: NewCopy,
  at: { kind: string; client: string; ip: string; member?: string; id: number; folderId: FolderId },
): object {
  const { from, to, cc } = message.parsed.envelope
  const peer = at.kind === 'send' ? (to[0] ?? cc[0]) : from[0]
  return {
    account: accountId,
    kind: at.kind,
    client: at.client,
    ip: at.ip,
    ...(at.member ? { member: at.member } : {}),
    message: at.id,
    folder: at.folderId,
    peer: clean(peer?.address ?? '', maxName),
    subject: clean(message.parsed.envelope.subject, maxSubject),
  }
}

const recipientsOf = (people: readonly Address[]) => ({
  to: people.slice(0, shownRecipients).map((one) => ({
    name: clean(one.name, maxName),
    address: clean(one.address, maxName),
  })),
  more: Math.max(0, people.length - shownRecipients),
})

/** Everybody a sent mail went to, for the correspondence with each. */
const addressesOf = ({ to, cc, bcc }: Envelope): string[] => [
  ...new Set(
    [...to, ...cc, ...bcc]
      .map(({ address }) => clean(address, maxName).toLowerCase())
      .filter((address) => address !== ''),
  ),
]

function threadOf(
  state: State,
  account: AccountId,
  { keys, id }: { keys: ThreadKeys; id: number },
): number {
  const find = (key: string | null) =>
    key === null
      ? undefined
      : (state.threads.get(`${account} ${key}`) ??
        state.newThreads.get(`${account} ${key}`)?.thread)
  const bySubject = keys.isAnswer && keys.references.length === 0 ? keys.subject : null
  const thread =
    [...keys.references, keys.own, bySubject].map(find).find((known) => known !== undefined) ?? id
  for (const key of [keys.own, ...keys.references, keys.subject]) {
    if (key === null) continue
    const place = `${account} ${key}`
    if (!state.threads.has(place) && !state.newThreads.has(place)) {
      state.newThreads.set(place, { account, key, thread })
    }
  }
  return thread
}

/** PostgreSQL text takes no NUL, JSON no lone surrogate. */
const clean = (text: string, max: number): string =>
  text.slice(0, max).replaceAll('\u0000', '').toWellFormed()

function finish(
  state: State,
  items: readonly Item[],
  outcomes: readonly CopyOutcome[][],
): { rows: StoreRows; changes: Change[] } {
  for (const [folder, modseq] of state.touchedFolders) {
    const change = state.changes.get(folder.accountId)
    if (!change || change.modseq !== modseq) continue
    change.detail.folders ??= []
    change.detail.folders.push({ folderId: folder.id, mail: folder.total, unread: folder.unread })
  }
  const changes = [...state.changes.values()]
  return {
    changes,
    rows: {
      blobs: blobRows(items, outcomes),
      accounts: [...state.accounts.values()]
        .filter((one) => state.changes.has(one.id))
        .map(({ id, modseq, used }) => ({ id, modseq, used })),
      folders: [...state.touchedFolders].map(([one, modseq]) => ({
        account: one.accountId,
        id: one.id,
        uid_next: one.uidNext,
        total: one.total,
        unread: one.unread,
        bytes: one.bytes,
        modseq,
      })),
      messages: state.messages,
      ...wordsOf(state),
      log: state.log,
      threads: [...state.newThreads.values()],
      changes: changes.map((one) => ({
        account: one.accountId,
        modseq: one.modseq,
        ids: one.messageIds,
        detail: one.detail,
      })),
    },
  }
}

const blobRow = ({ hash, size, storedSize, body }: StoredBlob): StoreRows['blobs'][number] => ({
  hash: hash.toString('hex'),
  size,
  stored: storedSize,
  refs: 0,
  ...(body ? { body: body.hash.toString('hex') } : {}),
})

function blobRows(items: readonly Item[], outcomes: readonly CopyOutcome[][]): StoreRows['blobs'] {
  const rows = new Map<string, StoreRows['blobs'][number]>()
  items.forEach(({ blob }, index) => {
    const refs = (outcomes[index] ?? []).filter((one) => one.kind === 'stored').length
    if (refs === 0) return
    const hash = blob.hash.toString('hex')
    const row = rows.get(hash) ?? blobRow(blob)
    row.refs += refs
    rows.set(hash, row)
    // The row of a body counts no use of a message: the row that names it does.
    if (row.body && blob.body && !rows.has(row.body)) rows.set(row.body, blobRow(blob.body))
  })
  return [...rows.values()]
}
