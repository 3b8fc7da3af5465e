import { z } from 'zod'
import { consoleEndpoint } from './console-endpoint.ts'
import { id, text } from './fields.ts'

const heads = ['owner', 'admin'] as const

/** One recipient that a mail on its way still waits for. */
const waiting = z.object({
  submissionId: z.number(),
  address: z.string(),
  /** '' for reports, which nobody sends. */
  sender: z.string(),
  size: z.number(),
  createdAt: z.string(),
  attempts: z.number(),
  /** When it is tried again; null while it is put aside. */
  nextAttemptAt: z.string().nullable(),
  /** Why the last try came to nothing: a code; '' before the first. */
  reason: z.string(),
  /** What the other server said. */
  words: z.string(),
  stopped: z.boolean(),
})
export type WaitingRecipient = z.output<typeof waiting>

const one = z.object({ submissionId: id, address: text(320).min(1) })
const acting = {
  method: 'POST',
  guard: 'session',
  may: heads,
  body: z.object({ recipients: z.array(one).min(1).max(100) }),
  reply: z.object({ count: z.number() }),
} as const

/** Mail that waits to be delivered. */
export const queueEndpoints = {
  queue: consoleEndpoint({
    id: 'X500',
    method: 'GET',
    path: 'console/queue/list',
    summary: 'Recipients that mail waits for, the next one to be tried first',
    guard: 'session',
    may: heads,
    query: z.object({
      state: z.enum(['waiting', 'stopped']).optional(),
      /** Part of an address. */
      keyword: text(320).optional(),
      /** `cursor` of the page before. */
      after: text(500).optional(),
      pageSize: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: z.object({ list: z.array(waiting), cursor: z.string().nullable() }),
    errors: ['console.not-allowed'],
  }),
  queueDomains: consoleEndpoint({
    id: 'X501',
    method: 'GET',
    path: 'console/queue/domains',
    summary: 'The twenty domains that most recipients wait for, of the next twenty thousand',
    guard: 'session',
    may: heads,
    reply: z.object({
      list: z.array(
        z.object({
          domain: z.string(),
          waiting: z.number(),
          tried: z.number(),
          reason: z.string(),
        }),
      ),
    }),
    errors: ['console.not-allowed'],
  }),
  queueRetry: consoleEndpoint({
    ...acting,
    id: 'X502',
    path: 'console/queue/retry',
    summary: 'Tries now what waits for its next try',
    errors: ['console.not-allowed'],
  }),
  queueStop: consoleEndpoint({
    ...acting,
    id: 'X503',
    path: 'console/queue/stop',
    summary: 'Puts aside: nothing is tried until it is released',
    errors: ['console.not-allowed'],
  }),
  queueRelease: consoleEndpoint({
    ...acting,
    id: 'X504',
    path: 'console/queue/release',
    summary: 'Lets go what was put aside; it is tried at once',
    errors: ['console.not-allowed'],
  }),
  queueRemove: consoleEndpoint({
    ...acting,
    id: 'X505',
    path: 'console/queue/remove',
    summary: 'Gives up: nothing more is tried, and the sender is told',
    confirmed: true,
    errors: ['console.not-allowed', 'console.confirm'],
  }),
}
