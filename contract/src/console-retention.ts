import { z } from 'zod'
import { consoleEndpoint } from './console-endpoint.ts'
import { id, nothing, text } from './fields.ts'
import { type RetentionKind, retentionKinds } from './retention-fields.ts'

const heads = ['owner', 'admin'] as const
const logs = ['owner', 'admin', 'auditor'] as const

/** What was found, or deleted, by a rule. */
const sums = {
  people: z.number(),
  mails: z.number(),
  bytes: z.number(),
  /** When the oldest of it came; null where there is none. */
  oldest: z.string().nullable(),
}

const trial = z.object({
  /** The night that is looked at. */
  at: z.string(),
  startedAt: z.string(),
  /** Null: it goes on. */
  endedAt: z.string().nullable(),
  /** Mailboxes that were looked at, and those there are. */
  looked: z.number(),
  mailboxes: z.number(),
  ...sums,
})

/** What a rule says: whose mail goes, from where, when, and what stays. */
const said = {
  name: z.string(),
  everybody: z.boolean(),
  kinds: z.array(z.enum(retentionKinds)),
  days: z.number(),
  keepStarred: z.boolean(),
  /** Mail with a label of this name stays; '' for none. */
  keepLabel: z.string(),
}

const rule = z.object({
  id: z.number(),
  ...said,
  people: z.array(z.object({ accountId: z.number(), name: z.string(), address: z.string() })),
  departments: z.array(z.object({ id: z.number(), name: z.string() })),
  changedBy: z.string(),
  changedAt: z.string(),
  /** Null: it is off. */
  activeSince: z.string().nullable(),
  activeBy: z.string(),
  /** The first night in which it deletes. */
  runsFrom: z.string().nullable(),
  /** The last dry run since it was changed. */
  trial: trial.nullable(),
})
export type RetentionRule = z.output<typeof rule>
export type { RetentionKind }

const run = z.object({
  id: z.number(),
  at: z.string(),
  /** Null: it goes on. */
  endedAt: z.string().nullable(),
  rule: z.string(),
  ...sums,
})
export type RetentionRun = z.output<typeof run>

/** Rules by which old mail is deleted by itself. */
export const retentionEndpoints = {
  retentionRules: consoleEndpoint({
    id: 'X564',
    method: 'GET',
    path: 'console/retention/rules',
    summary: 'Retention rules with their last dry runs',
    guard: 'session',
    may: logs,
    reply: z.object({
      list: z.array(rule),
      /** The first night in which a rule would delete that is switched on now. */
      firstNight: z.string(),
    }),
    errors: ['console.not-allowed'],
  }),
  saveRetention: consoleEndpoint({
    id: 'X565',
    method: 'POST',
    path: 'console/retention/rule',
    summary: 'Adds a retention rule, switched off, or changes one that is off',
    guard: 'session',
    may: heads,
    body: z.object({
      id: id.optional(),
      name: text(100).trim().min(1),
      everybody: z.boolean(),
      accountIds: z.array(id).max(20),
      departmentIds: z.array(id).max(20),
      kinds: z.array(z.enum(retentionKinds)).min(1).max(retentionKinds.length),
      days: z.number().int().min(1).max(10_000),
      keepStarred: z.boolean(),
      keepLabel: text(100).trim(),
    }),
    reply: z.object({ id: z.number() }),
    errors: [
      'console.not-allowed',
      'console.gone',
      'console.department-gone',
      'compliance.nobody',
      'retention.gone',
      'retention.is-on',
      'retention.too-many',
    ],
  }),
  tryRetention: consoleEndpoint({
    id: 'X566',
    method: 'POST',
    path: 'console/retention/trial',
    summary: 'Begins a dry run: what the rule would delete in the next night; nothing is changed',
    guard: 'session',
    may: heads,
    body: z.object({ id }),
    reply: nothing,
    errors: ['console.not-allowed', 'retention.gone'],
  }),
  switchRetention: consoleEndpoint({
    id: 'X567',
    method: 'POST',
    path: 'console/retention/switch',
    summary:
      'Switches a rule on, after a dry run of what it says now, or off; on, it deletes from a night on that is 12 hours away or more',
    guard: 'session',
    may: heads,
    confirmed: true,
    body: z.object({ id, on: z.boolean() }),
    reply: z.object({ runsFrom: z.string().nullable() }),
    errors: ['console.not-allowed', 'console.confirm', 'retention.gone', 'retention.untried'],
  }),
  removeRetention: consoleEndpoint({
    id: 'X568',
    method: 'POST',
    path: 'console/retention/remove',
    summary: 'Removes a retention rule; what its runs deleted stays on record',
    guard: 'session',
    may: heads,
    confirmed: true,
    body: z.object({ id }),
    reply: nothing,
    errors: ['console.not-allowed', 'console.confirm', 'retention.gone'],
  }),
  retentionRuns: consoleEndpoint({
    id: 'X569',
    method: 'GET',
    path: 'console/retention/runs',
    summary: 'What retention rules deleted, by night and rule, the latest first',
    guard: 'session',
    may: logs,
    query: z.object({
      before: id.optional(),
      pageSize: z.coerce.number().int().min(1).max(100).default(20),
    }),
    reply: z.object({ list: z.array(run) }),
    errors: ['console.not-allowed'],
  }),
}
