import { z } from 'zod'
import {
  autoForward as forward,
  forwardErrors,
  autoReply as reply,
  replyErrors,
} from './auto-answers.ts'
import { endpoint } from './endpoint.ts'
import { flag, id, idList, nothing, ownAddress, text } from './fields.ts'
import { limits } from './limits.ts'

/** Where a condition looks; `size` is in kB, `attachment` looks at file names (no text: any file at all). */
export const ruleFields = ['sender', 'recipients', 'subject', 'body', 'size', 'attachment'] as const
export type RuleField = (typeof ruleFields)[number]

/** Comparisons ignore case and full or half width; `larger` and `smaller` are for the size alone. */
export const ruleOperators = [
  'contains',
  'notContains',
  'equals',
  'beginsWith',
  'endsWith',
  'larger',
  'smaller',
] as const
export type RuleOperator = (typeof ruleOperators)[number]

export const ruleCondition = z.object({
  field: z.enum(ruleFields),
  operator: z.enum(ruleOperators),
  value: text(limits.ruleText),
})
export type RuleCondition = z.infer<typeof ruleCondition>

/** What happens to a mail that matches; several may be chosen, `reject` stands alone. */
export const ruleAction = z.object({
  /** Folder; null: where it would lie anyway. */
  moveTo: id.nullable().default(null),
  labelIds: z.array(id).max(20).default([]),
  star: flag.default(false),
  markRead: flag.default(false),
  /** Null: not forwarded. An empty list is refused: the address is required (specification §5). */
  forwardTo: z.array(text(320)).max(limits.forwardTargets).nullable().default(null),
  reject: flag.default(false),
})
export type RuleAction = z.infer<typeof ruleAction>

export const rule = z.object({
  classifyId: z.number(),
  name: z.string(),
  enabled: z.boolean(),
  match: z.enum(['all', 'any']),
  conditions: z.array(ruleCondition),
  action: ruleAction,
})
export type Rule = z.infer<typeof rule>

const saved = z.object({
  classifyId: id.optional(),
  name: text(limits.ruleName),
  enabled: flag.default(true),
  match: z.enum(['all', 'any']).default('all'),
  conditions: z.array(ruleCondition).max(limits.ruleConditions),
  action: ruleAction,
  emailAddr: ownAddress,
})

/** Rules applied to the mail of a folder: how far it is. */
export const ruleRun = z.object({
  runId: z.number(),
  state: z.enum(['running', 'done', 'stopped']),
  mailboxId: z.number(),
  /** Messages to look at, looked at, and changed. */
  total: z.number(),
  done: z.number(),
  changed: z.number(),
})
export type RuleRun = z.infer<typeof ruleRun>

export const rules = {
  list: endpoint({
    id: 'E154',
    method: 'GET',
    path: 'mail/mailClassify/list',
    summary: 'Classification rules in their order: the first that matches decides',
    guard: 'session',
    member: 'full',
    query: z.object({ emailAddr: ownAddress }),
    reply: z.object({ list: z.array(rule) }),
    errors: ['address.not-yours'],
  }),
  save: endpoint({
    id: 'E155',
    method: 'POST',
    path: 'mail/mailClassify/save',
    summary: 'Make a rule, or change one by its classifyId; a new one is the last',
    guard: 'session',
    member: 'full',
    body: saved,
    reply: rule,
    errors: [
      'rule.no-name',
      'rule.no-condition',
      'rule.bad-condition',
      'rule.no-action',
      'rule.no-address',
      'rule.bad-address',
      'rule.too-many',
      'forward.duplicate',
      'forward.own',
      'forward.not-allowed',
      'folder.not-found',
      'mail.bad-target',
      'label.not-found',
      'item.not-found',
      'address.not-yours',
    ],
  }),
  remove: endpoint({
    id: 'E156',
    method: 'POST',
    path: 'mail/mailClassify/delete/{id}',
    summary: 'Delete one rule',
    guard: 'session',
    member: 'full',
    params: z.object({ id }),
    reply: nothing,
    errors: ['item.not-found'],
  }),
  removeAll: endpoint({
    id: 'E157',
    method: 'POST',
    path: 'mail/mailClassify/deleteAll',
    summary: 'Delete the rules of a list, or without one all rules',
    guard: 'session',
    member: 'full',
    body: z.object({ classifyIds: idList.optional(), emailAddr: ownAddress }).optional(),
    reply: z.object({ count: z.number() }),
    errors: ['address.not-yours'],
  }),
  status: endpoint({
    id: 'E158',
    method: 'POST',
    path: 'mail/mailClassify/status',
    summary: 'Switch a rule on or off',
    guard: 'session',
    member: 'full',
    body: z.object({ classifyId: id, enabled: flag, emailAddr: ownAddress }),
    reply: nothing,
    errors: ['item.not-found', 'address.not-yours'],
  }),
  sort: endpoint({
    id: 'E159',
    method: 'POST',
    path: 'mail/mailClassify/sort',
    summary: 'Put the rules into the order of a list; those not named follow as they were',
    guard: 'session',
    member: 'full',
    body: z.object({ classifyIds: idList, emailAddr: ownAddress }),
    reply: nothing,
    errors: ['item.not-found', 'address.not-yours'],
  }),
  run: endpoint({
    id: 'X110',
    method: 'POST',
    path: 'mail/mailClassify/run',
    summary: 'Apply rules to the mail of a folder: a job; nothing is forwarded or rejected',
    guard: 'session',
    member: 'full',
    body: z.object({
      /** Default: all that are on. */
      classifyIds: idList.optional(),
      /** Default: the inbox. */
      mailboxId: id.optional(),
      emailAddr: ownAddress,
    }),
    reply: ruleRun,
    errors: [
      'rule.running',
      'rule.nothing-to-run',
      'folder.not-found',
      'item.not-found',
      'address.not-yours',
    ],
  }),
  runState: endpoint({
    id: 'X111',
    method: 'GET',
    path: 'mail/mailClassify/run/state',
    summary: 'The last run of rules over existing mail, null when there was none',
    guard: 'session',
    member: 'full',
    query: z.object({ emailAddr: ownAddress }),
    reply: z.object({ run: ruleRun.nullable() }),
    errors: ['address.not-yours'],
  }),
  stopRun: endpoint({
    id: 'X112',
    method: 'POST',
    path: 'mail/mailClassify/run/stop',
    summary: 'Stop the run; what was done stays done',
    guard: 'session',
    member: 'full',
    body: z.object({ runId: id, emailAddr: ownAddress }),
    reply: nothing,
    errors: ['item.not-found', 'address.not-yours'],
  }),
  getReply: endpoint({
    id: 'E116',
    method: 'GET',
    path: 'generalConfig/getReply',
    summary: 'The automatic reply; times in the time zone of the user',
    guard: 'session',
    member: 'full',
    query: z.object({ emailAddr: ownAddress }),
    reply,
    errors: ['address.not-yours'],
  }),
  saveReply: endpoint({
    id: 'E110',
    method: 'POST',
    path: 'generalConfig/saveReply',
    summary: 'Set the automatic reply: content and period',
    guard: 'session',
    member: 'full',
    body: reply.extend({ emailAddr: ownAddress }),
    reply: nothing,
    errors: [...replyErrors, 'address.not-yours'],
  }),
  getForward: endpoint({
    id: 'E117',
    method: 'GET',
    path: 'generalConfig/getForward',
    summary: 'The automatic forward',
    guard: 'session',
    member: 'full',
    query: z.object({ emailAddr: ownAddress }),
    reply: forward,
    errors: ['address.not-yours'],
  }),
  saveForward: endpoint({
    id: 'E111',
    method: 'POST',
    path: 'generalConfig/saveForward',
    summary: 'Set the automatic forward: addresses, keep the original',
    guard: 'session',
    member: 'full',
    body: forward.extend({ emailAddr: ownAddress }),
    reply: nothing,
    errors: [...forwardErrors, 'address.not-yours'],
  }),
}
