import { type TracedMail, type TraceStep, traceStates } from '@hongyan/contract/console-trace'
import { subjectWords } from '../../delivery/hops/subject-words.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId } from '../../platform/ids.ts'
import { type TimeCursor, toTimeCursor } from '../../platform/time-cursor.ts'
import {
  type CopyRow,
  copyOf,
  handedFrom,
  isStillHeld,
  mainAddress,
  relatedRows,
  type TraceRow,
  type TryRow,
  tracePage,
  traceRow,
  triesOf,
} from './trace.queries.ts'

/** Who asks. */
export interface Reader {
  /** Null: mail of everybody. */
  people: readonly AccountId[] | null
  subjects: boolean
}

export interface TraceSearch {
  sender: string
  recipient: string
  messageId: string
  subject: string
  from: Date | null
  until: Date | null
  after: TimeCursor | null
  pageSize: number
}

type State = TracedMail['state']
export type Trace = ReturnType<typeof createTrace>

/** Where mail went: what delivery wrote down, what the queue says now, and what is known of the copy. */
export function createTrace({ database }: { database: Database }) {
  const addressOf = async (typed: string): Promise<string> => {
    const address = typed.trim().toLowerCase()
    return address === '' ? '' : mainAddress(database, address)
  }
  return {
    list: async ({ people, subjects }: Reader, search: TraceSearch) => {
      const words = subjectWords(search.subject)
      // Signs alone stand in no subject that could be found.
      if (search.subject.trim() !== '' && words.length === 0) return { list: [], cursor: null }
      const { from, until, after, pageSize: limit } = search
      const rows = await tracePage(database, {
        ...{ people, words, from, until, after, limit },
        sender: await addressOf(search.sender),
        recipient: await addressOf(search.recipient),
        messageId: messageIdOf(search.messageId),
      })
      const last = rows.length === limit ? rows.at(-1) : undefined
      return {
        list: rows.map((row) => shown(row, subjects)),
        cursor: last ? toTimeCursor(last) : null,
      }
    },
    /** @throws console.gone */
    one: async ({ people, subjects }: Reader, wish: { id: number; at: Date }) => {
      const row = await traceRow(database, { people, ...wish })
      if (!row) throw new AppError('console.gone')
      const { messageId, id } = row
      const tries = await triesFor(database, row)
      const related = messageId === '' ? [] : await relatedRows(database, { people, id, messageId })
      return {
        mail: shown(row, subjects),
        messageId,
        steps: await stepsOf(database, row, tries),
        copy: await copyFor(database, row, tries),
        related: related.map((one) => shown(one, subjects)),
      }
    },
  }
}

/** As the parser keeps it: without brackets. */
const messageIdOf = (typed: string): string => typed.trim().replace(/^<(.*)>$/, '$1')

const triesFor = async (
  database: Database,
  { submissionId, written: address, at: since }: TraceRow,
): Promise<TryRow[]> =>
  submissionId === null ? [] : triesOf(database, { submissionId, address, since })

function shown(row: TraceRow, subjects: boolean): TracedMail {
  const { reason, words } =
    row.submissionId === null ? { reason: '', words: row.said } : saidIn(row.reason ?? '')
  return {
    id: row.id,
    at: row.at.toISOString(),
    way: row.submissionId === null ? 'in' : 'out',
    sender: row.sender,
    recipient: row.recipient,
    subject: subjects ? row.subject : null,
    size: row.size,
    state: stateOf(row),
    reason,
    words,
  }
}

/** A code of ours stands before what the other server said; of what a server took over there is no code. */
function saidIn(said: string): { reason: string; words: string } {
  if (/^\d/.test(said)) return { reason: '', words: said }
  const at = said.indexOf(' ')
  return at < 0
    ? { reason: said, words: '' }
    : { reason: said.slice(0, at), words: said.slice(at + 1) }
}

const beforeLeaving: Record<string, State> = {
  // Until the time to undo is over.
  held: 'queued',
  scheduled: 'scheduled',
  'awaiting-approval': 'approval',
  rejected: 'rejected',
}

function stateOf({ outcome, submissionId, submissionState, state, stopped }: TraceRow): State {
  if (submissionId === null) return known(outcome)
  const waits = beforeLeaving[submissionState ?? '']
  if (waits) return waits
  if (stopped && (state === 'queued' || state === 'deferred')) return 'stopped'
  return state === 'deferred' ? 'retrying' : known(state ?? 'cancelled')
}

const known = (state: string): State => traceStates.find((one) => one === state) ?? 'filed'

const step = (
  at: Date | null,
  kind: TraceStep['kind'],
  more: Partial<TraceStep> = {},
): TraceStep => ({
  at: at?.toISOString() ?? null,
  kind,
  ...{ reason: '', words: '', client: '', ip: '', nextAt: null },
  ...more,
})

async function stepsOf(
  database: Database,
  row: TraceRow,
  tries: readonly TryRow[],
): Promise<TraceStep[]> {
  if (row.submissionId === null) return arrivalSteps(row)
  const handed = await handedFrom(database, row.submissionId)
  const done = tries.map((one) =>
    step(one.at, one.state === 'deferred' ? 'retrying' : known(one.state), {
      ...saidIn(one.said),
      nextAt: one.nextAt?.toISOString() ?? null,
    }),
  )
  const now = stateOf(row)
  const isTold = done.at(-1)?.kind === now
  const rest = isTold ? [] : [step(null, now, saidIn(row.reason ?? ''))]
  return [step(row.at, 'submitted', handed ?? {}), ...done, ...rest]
}

function arrivalSteps({ at, outcome, said, protocol, helo, tls, ip }: TraceRow): TraceStep[] {
  const client = [protocol, helo, tls].filter((one) => one !== '').join(' · ')
  return [step(at, 'received', { client, ip }), step(at, known(outcome), { words: said })]
}

type Copy = {
  place: 'inbox' | 'junk' | 'trash' | 'other' | 'deleted' | 'gone'
  seen: boolean
  answered: boolean
  forwarded: boolean
}

const placeOf = ({ role, deleted }: CopyRow): Copy['place'] => {
  if (deleted) return 'deleted'
  return role === 'inbox' || role === 'junk' || role === 'trash' ? role : 'other'
}

/** A held mail that left the quarantine has a copy that nobody knows: only that it is held no more is said. */
async function copyFor(
  database: Database,
  row: TraceRow,
  tries: readonly TryRow[],
): Promise<Copy | null> {
  const unread = { seen: false, answered: false, forwarded: false }
  const { recipientAccount: account, outcome, at } = row
  if (account === null) return null
  if (outcome === 'quarantined')
    return (await isStillHeld(database, account, at)) ? null : { place: 'gone', ...unread }
  const copyId = row.copyId ?? tries.findLast((one) => one.copyId !== null)?.copyId ?? null
  if (copyId === null || outcome === 'group') return null
  const copy = await copyOf(database, account, copyId)
  if (!copy) return { place: 'gone', ...unread }
  const { seen, answered, forwarded } = copy
  return { place: placeOf(copy), seen, answered, forwarded }
}
