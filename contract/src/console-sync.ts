import { z } from 'zod'
import { consoleEndpoint } from './console-endpoint.ts'
import { nothing, text } from './fields.ts'

const heads = ['owner', 'admin'] as const
const attribute = z.string().regex(/^(?:[A-Za-z][\w-]{0,60})?$/)

/** How people of the organisation's directory come into Hongyan. */
const plan = z.object({
  /** Hours between two times; 0: only when it is asked for. */
  everyHours: z.number().int().min(0).max(168),
  filter: text(1_000).trim().min(3),
  /** Attribute with the path of the department; '': the organisational units of the entry. */
  department: attribute,
  duties: attribute,
  phone: attribute,
  /** Of those who are kept by the directory: where more would be disabled somebody is asked first. */
  mostDisabledPercent: z.number().int().min(1).max(100),
})
export type SyncPlan = z.output<typeof plan>

export const syncEndpoints = {
  sync: consoleEndpoint({
    id: 'X470',
    method: 'GET',
    path: 'console/sync/one',
    summary:
      'Whether there is a directory that can be asked for everybody, how and how often that is done, and how it went last',
    guard: 'session',
    may: heads,
    reply: z.object({
      available: z.boolean(),
      plan,
      lastAt: z.string().nullable(),
      lastRunId: z.number().nullable(),
      /** Why the last time came to nothing; '' when it did not. */
      trouble: z.enum(['', 'away', 'nobody']),
    }),
    errors: ['console.not-allowed'],
  }),
  saveSync: consoleEndpoint({
    id: 'X471',
    method: 'POST',
    path: 'console/sync/save',
    summary: 'How and how often people are taken from the directory',
    guard: 'session',
    may: heads,
    confirmed: true,
    body: z.object({ plan }),
    reply: nothing,
    errors: ['console.not-allowed', 'console.confirm'],
  }),
  checkSync: consoleEndpoint({
    id: 'X472',
    method: 'POST',
    path: 'console/sync/check',
    summary: 'Asks the directory now and says person by person what would happen; changes nothing',
    guard: 'session',
    may: heads,
    body: nothing,
    reply: z.object({ runId: z.number() }),
    errors: [
      'console.not-allowed',
      'console.no-directory',
      'console.nobody-there',
      'login.directory-away',
    ],
    rate: { max: 10, perSeconds: 60 },
  }),
} as const
