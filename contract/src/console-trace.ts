import { z } from 'zod'
import { consoleEndpoint } from './console-endpoint.ts'
import { id, instant, text } from './fields.ts'

/** Logs, never the text of a mail; a department administrator sees mail of the own people alone. */
const readers = ['owner', 'admin', 'department', 'auditor'] as const

/** Where a mail is, for one recipient. */
export const traceStates = [
  // Mail from outside.
  'inbox',
  'junk',
  'filed',
  'group',
  'quarantined',
  'repeat',
  'refused',
  'deferred',
  // Mail of ours.
  'scheduled',
  'approval',
  'queued',
  'retrying',
  'stopped',
  'delivered',
  'relayed',
  'bounced',
  'cancelled',
  'rejected',
  'recalled',
  'recall-refused',
] as const

const traced = z.object({
  /** Names it, with `at`. */
  id: z.number(),
  at: z.string(),
  /** `out`: mail of ours, to colleagues too. */
  way: z.enum(['in', 'out']),
  /** '' for reports. */
  sender: z.string(),
  recipient: z.string(),
  /** Null where the role may not see it. */
  subject: z.string().nullable(),
  size: z.number(),
  state: z.enum(traceStates),
  /** A code of ours, as in the queue; '' where there is none. */
  reason: z.string(),
  /** What the other server said, or what we did. */
  words: z.string(),
})
export type TracedMail = z.output<typeof traced>

const step = z.object({
  at: z.string().nullable(),
  kind: z.enum(['received', 'submitted', ...traceStates]),
  reason: z.string(),
  words: z.string(),
  /** Who brought it: program or browser, and from where. */
  client: z.string(),
  ip: z.string(),
  nextAt: z.string().nullable(),
})
export type TraceStep = z.output<typeof step>

/** Mail on its way, from when it came to us to when it was read. */
export const traceEndpoints = {
  trace: consoleEndpoint({
    id: 'X520',
    method: 'GET',
    path: 'console/trace/list',
    summary: 'Mail of the last 90 days by recipient, the latest first',
    guard: 'session',
    may: readers,
    query: z.object({
      /** A whole address. */
      sender: text(320).optional(),
      recipient: text(320).optional(),
      messageId: text(500).optional(),
      /** Whole words; only for owners and administrators. */
      subject: text(200).optional(),
      from: instant.optional(),
      until: instant.optional(),
      /** `cursor` of the page before. */
      after: text(60).optional(),
      pageSize: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: z.object({ list: z.array(traced), cursor: z.string().nullable() }),
    errors: ['console.not-allowed'],
  }),
  tracedMail: consoleEndpoint({
    id: 'X521',
    method: 'GET',
    path: 'console/trace/one',
    summary: 'One mail for one recipient, step by step; other hops of the same Message-ID',
    guard: 'session',
    may: readers,
    query: z.object({ id, at: instant }),
    reply: z.object({
      mail: traced,
      messageId: z.string(),
      steps: z.array(step),
      /** What is known of the copy in the recipient’s mailbox; null where there is none. */
      copy: z
        .object({
          place: z.enum(['inbox', 'junk', 'trash', 'other', 'deleted', 'gone']),
          seen: z.boolean(),
          answered: z.boolean(),
          forwarded: z.boolean(),
        })
        .nullable(),
      related: z.array(traced),
    }),
    errors: ['console.not-allowed', 'console.gone'],
  }),
}
