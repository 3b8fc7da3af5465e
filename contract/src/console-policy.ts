import { z } from 'zod'
import {
  approvalReason,
  approvalRule,
  keptRule,
  ruleOutcomes,
  wordList,
} from './approval-fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import { id, nothing, text } from './fields.ts'
import { limits } from './limits.ts'
import { sensitivity, sensitivityLabel } from './sensitivity-fields.ts'

const heads = ['owner', 'admin'] as const
const logs = ['owner', 'admin', 'auditor'] as const
const denied = ['console.not-allowed'] as const
const dangerous = ['console.not-allowed', 'console.confirm'] as const

const event = z.object({
  id: z.number(),
  at: z.string(),
  ruleName: z.string(),
  outcome: z.enum(ruleOutcomes),
  who: z.string(),
  /** '' for auditors. */
  subject: z.string(),
  recipients: z.number(),
  reasons: z.array(approvalReason),
  /** What its writer gave as the reason. */
  note: z.string(),
})
export type RuleEvent = z.output<typeof event>

const tried = z.object({
  /** How many were looked at, at most 500, newest first. */
  looked: z.number(),
  found: z.number(),
  /** How often each reason was met. */
  reasons: z.array(approvalReason.extend({ count: z.number() })),
  /** Some that it applies to, for owner and administrators alone. */
  examples: z.array(
    z.object({ at: z.string(), from: z.string(), subject: z.string(), recipients: z.number() }),
  ),
})
export type RuleTried = z.output<typeof tried>

/** Rules about what leaves (ADR 40): approval and what keeps data in. */
export const policyEndpoints = {
  rules: consoleEndpoint({
    id: 'X400',
    method: 'GET',
    path: 'console/policy/list',
    summary:
      'Rules about what leaves, in their order, with the word lists and departments they name',
    guard: 'session',
    may: logs,
    reply: z.object({
      rules: z.array(keptRule),
      lists: z.array(wordList),
      departments: z.array(z.object({ id: z.number(), name: z.string() })),
      sensitivity,
    }),
    errors: denied,
  }),
  saveRule: consoleEndpoint({
    id: 'X401',
    method: 'POST',
    path: 'console/policy/save',
    summary: 'Make a rule or change one; held mails stay held by what they were held for',
    guard: 'session',
    may: heads,
    confirmed: true,
    body: approvalRule.extend({ ruleId: id.optional() }),
    reply: keptRule,
    errors: [
      ...dangerous,
      'approval.rule-name',
      'approval.rule-empty',
      'approval.nobody-there',
      'policy.no-copy',
      'policy.too-many',
      'item.not-found',
    ],
  }),
  removeRule: consoleEndpoint({
    id: 'X402',
    method: 'POST',
    path: 'console/policy/remove',
    summary: 'Delete a rule; what it holds stays held',
    guard: 'session',
    may: heads,
    confirmed: true,
    body: z.object({ ruleId: id }),
    reply: nothing,
    errors: [...dangerous, 'item.not-found'],
  }),
  switchRule: consoleEndpoint({
    id: 'X403',
    method: 'POST',
    path: 'console/policy/switch',
    summary: 'Switch a rule on or off',
    guard: 'session',
    may: heads,
    confirmed: true,
    body: z.object({ ruleId: id, active: z.boolean() }),
    reply: nothing,
    errors: [...dangerous, 'item.not-found'],
  }),
  orderRules: consoleEndpoint({
    id: 'X404',
    method: 'POST',
    path: 'console/policy/order',
    summary: 'The order in which the rules are asked; all of them are named',
    guard: 'session',
    may: heads,
    confirmed: true,
    body: z.object({ ruleIds: z.array(id).min(1).max(500) }),
    reply: nothing,
    errors: [...dangerous, 'item.not-found'],
  }),
  tryRule: consoleEndpoint({
    id: 'X405',
    method: 'POST',
    path: 'console/policy/try',
    summary:
      'Try a rule on mail that was sent before it is switched on: how many it applies to, with some subjects for owner and administrators',
    guard: 'session',
    may: logs,
    body: approvalRule.extend({ days: z.number().int().min(1).max(30).default(7) }),
    reply: tried,
    errors: denied,
    rate: { max: 10, perSeconds: 60 },
  }),
  saveList: consoleEndpoint({
    id: 'X406',
    method: 'POST',
    path: 'console/policy/lists/save',
    summary: 'Make or change a word list; without words it is deleted',
    guard: 'session',
    may: heads,
    confirmed: true,
    body: wordList,
    reply: nothing,
    errors: dangerous,
  }),
  ruleEvents: consoleEndpoint({
    id: 'X407',
    method: 'GET',
    path: 'console/policy/events',
    summary:
      'What rules did, the latest first: confirmed, justified with the reason, refused, copied. Auditors see no subjects',
    guard: 'session',
    may: logs,
    query: z.object({
      before: id.optional(),
      keyword: text(100).optional(),
      pageSize: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: z.object({ list: z.array(event) }),
    errors: denied,
  }),
  saveSensitivity: consoleEndpoint({
    id: 'X600',
    method: 'POST',
    path: 'console/policy/sensitivity/save',
    summary:
      'Sensitivity labels: whether there are any, whether every mail must have one, and which, the lightest first; a label without a key is new',
    guard: 'session',
    may: heads,
    confirmed: true,
    body: sensitivity.extend({
      labels: z
        .array(sensitivityLabel.extend({ key: sensitivityLabel.shape.key.or(z.literal('')) }))
        .max(limits.sensitivityLabels),
    }),
    reply: sensitivity,
    errors: [...dangerous, 'sensitivity.in-use', 'sensitivity.same-name'],
  }),
} as const
