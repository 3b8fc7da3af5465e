import { z } from 'zod'
import { consoleEndpoint } from './console-endpoint.ts'
import { id, nothing, text, upTo } from './fields.ts'

const people = ['owner', 'admin', 'department'] as const
const denied = ['console.not-allowed'] as const
const aboutOne = ['console.not-allowed', 'console.list-gone'] as const

/** Rows of one list of people, and bytes of its file: values of our own. */
export const listLimits = { rows: 20_000, bytes: 4 * 1024 * 1024 } as const

/** What would become of a row. */
export const rowOutcomes = ['new', 'changed', 'same', 'refused'] as const
/** What of a person a row would change. */
export const personFields = [
  'name',
  'department',
  'duties',
  'phone',
  'quota',
  'aliases',
  'disabled',
  'validUntil',
] as const
export type PersonField = (typeof personFields)[number]
/** Why a row is refused. */
export const rowRefusals = [
  'address',
  'domain',
  'reserved',
  'taken',
  'former',
  'twice',
  'name',
  'department',
  'quota',
  'disabled',
  'date',
  'aliases',
  'length',
  'higher',
  'yourself',
  'owner',
  'outside',
  'failed',
] as const
export type RowRefusal = (typeof rowRefusals)[number]

const counts = z.object(
  Object.fromEntries(rowOutcomes.map((one) => [one, z.number()])) as Record<
    (typeof rowOutcomes)[number],
    z.ZodNumber
  >,
)
const run = z.object({
  id: z.number(),
  kind: z.enum(['csv', 'directory']),
  name: z.string(),
  who: z.string(),
  at: z.string(),
  /** `checked`: nothing was changed yet; `asking`: too many would be disabled, an administrator decides. */
  state: z.enum(['checked', 'asking', 'working', 'done', 'stopped', 'old']),
  total: z.number(),
  counts,
  /** Rows that were worked off, and of these what failed after all. */
  done: z.number(),
  failed: z.number(),
  /** People that it would disable. */
  disabling: z.number(),
})
export type PeopleRun = z.output<typeof run>
const row = z.object({
  seq: z.number(),
  address: z.string(),
  name: z.string(),
  outcome: z.enum(rowOutcomes),
  fields: z.array(z.enum(personFields)),
  why: z.enum(rowRefusals).nullable(),
  did: z.enum(['', 'done', 'failed']),
})
export type PeopleRunRow = z.output<typeof row>
const ofRun = { runId: id }

/** Lists of people, in and out. */
export const listEndpoints = {
  checkList: consoleEndpoint({
    id: 'X460',
    method: 'POST',
    path: 'console/lists/check',
    summary:
      'A CSV of people (UTF-8 or GBK): says row by row what would happen, and changes nothing; the file in base64',
    guard: 'session',
    may: people,
    body: z.object({ name: text(200), file: upTo(Math.ceil(listLimits.bytes / 3) * 4) }),
    reply: z.object({ runId: z.number() }),
    errors: [...denied, 'console.list-empty', 'console.list-columns', 'console.list-long'],
    bodyLimit: 6 * 1024 * 1024,
    rate: { max: 30, perSeconds: 60 },
  }),
  lists: consoleEndpoint({
    id: 'X461',
    method: 'GET',
    path: 'console/lists/list',
    summary: 'The latest lists; those of others only for who sees the whole organisation',
    guard: 'session',
    may: people,
    reply: z.object({ list: z.array(run) }),
    errors: denied,
  }),
  listRows: consoleEndpoint({
    id: 'X462',
    method: 'GET',
    path: 'console/lists/rows',
    summary: 'A list with a page of its rows, by what would become of them',
    guard: 'session',
    may: people,
    query: z.object({
      ...ofRun,
      outcome: z.enum(rowOutcomes).optional(),
      after: z.coerce.number().int().min(0).default(0),
      pageSize: z.coerce.number().int().min(1).max(200).default(50),
    }),
    reply: z.object({ run, list: z.array(row) }),
    errors: aboutOne,
  }),
  startList: consoleEndpoint({
    id: 'X463',
    method: 'POST',
    path: 'console/lists/start',
    summary: 'Does what was said, as a job; each row is judged once more when it is its turn',
    guard: 'session',
    may: people,
    confirmed: true,
    body: z.object(ofRun),
    reply: nothing,
    errors: [...aboutOne, 'console.confirm', 'console.list-busy', 'console.list-over'],
  }),
  stopList: consoleEndpoint({
    id: 'X464',
    method: 'POST',
    path: 'console/lists/stop',
    summary: 'Ends the work on a list; what was done stays',
    guard: 'session',
    may: people,
    body: z.object(ofRun),
    reply: nothing,
    errors: aboutOne,
  }),
  listResult: consoleEndpoint({
    id: 'X465',
    method: 'GET',
    path: 'console/lists/result',
    summary: 'What became of each row, as CSV; passwords that were made are in it for a day',
    guard: 'session',
    may: people,
    confirmed: true,
    kind: 'binary',
    query: z.object({ ...ofRun, language: z.enum(['zh', 'en']).default('zh') }),
    reply: z.object({}),
    errors: [...aboutOne, 'console.confirm'],
  }),
  exportPeople: consoleEndpoint({
    id: 'X466',
    method: 'GET',
    path: 'console/lists/export',
    summary: 'Everybody whom one may see, as a CSV that can be taken in again',
    guard: 'session',
    may: people,
    kind: 'binary',
    query: z.object({ language: z.enum(['zh', 'en']).default('zh') }),
    reply: z.object({}),
    errors: denied,
    rate: { max: 20, perSeconds: 60 },
  }),
} as const
