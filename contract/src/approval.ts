import { z } from 'zod'
import {
  approvalDetail,
  approvalItem,
  approvalState,
  decided,
  deputy,
  ruleQuestion,
} from './approval-fields.ts'
import { endpoint } from './endpoint.ts'
import { id, idList, nothing, ownAddress, person, text } from './fields.ts'
import { limits } from './limits.ts'

const listQuery = z.object({
  state: z.enum(['all', ...approvalState.options]).default('all'),
  /** Part of the subject, or of the writer's name or address. */
  keyword: text(100).default(''),
  pageSize: z.coerce.number().int().min(1).max(limits.maxPageSize).default(limits.pageSize),
  sortValues: text(200).optional(),
  emailAddr: ownAddress,
})
/** Newest first; `next`: sortValues of the next page, null on the last. */
const listReply = z.object({ list: z.array(approvalItem), next: z.string().nullable() })

/** One or several at once. With one alone, what stands against it is the answer; with several, each has its own. */
const several = { approvalIds: idList, emailAddr: ownAddress }
const opinion = text(limits.approvalOpinion).default('')
const ends = ['approval.decided', 'approval.withdrawn', 'approval.finished'] as const

export const approval = {
  unapprovedCount: endpoint({
    id: 'E71',
    method: 'GET',
    path: 'mail/main/approval/unapprovedCount',
    summary: 'How many mails wait for the caller to approve them',
    guard: 'session',
    query: z.object({ emailAddr: ownAddress }),
    reply: z.object({
      count: z.number(),
      /** The caller's own that wait for others. */
      own: z.number(),
    }),
    errors: ['address.not-yours'],
  }),
  approverApprovalList: endpoint({
    id: 'E72',
    method: 'GET',
    path: 'mail/main/approval/approverApprovalList',
    summary: 'Mails that the caller may or might have approved, newest first',
    guard: 'session',
    query: listQuery,
    reply: listReply,
    errors: ['address.not-yours'],
  }),
  userApprovalList: endpoint({
    id: 'E73',
    method: 'GET',
    path: 'mail/main/approval/userApprovalList',
    summary: 'Own mails that had to be approved, newest first',
    guard: 'session',
    query: listQuery,
    reply: listReply,
    errors: ['address.not-yours'],
  }),
  setApprover: endpoint({
    id: 'E47',
    method: 'POST',
    path: 'mail/email/setApprover',
    summary:
      'Choose who approves a mail before it is sent under this key; sending without one answers approval.no-approver',
    guard: 'session',
    member: 'send',
    body: z.object({
      sendKey: text(100).min(8),
      /** Address; '' answers approval.no-approver. */
      approver: text(320).default(''),
      emailAddr: ownAddress,
    }),
    reply: nothing,
    errors: ['approval.no-approver', 'approval.not-approver', 'address.not-yours'],
  }),
  approvers: endpoint({
    id: 'N6',
    method: 'GET',
    path: 'mail/main/approval/approvers',
    summary:
      'Who may be chosen: for a mail that was refused with approval.no-approver its first level, for a held one its next',
    guard: 'session',
    query: z.object({
      sendKey: text(100).min(8).optional(),
      approvalId: id.optional(),
      emailAddr: ownAddress,
    }),
    reply: z.object({ list: z.array(person) }),
    errors: ['approval.no-next', 'item.not-found', 'address.not-yours'],
  }),
  detail: endpoint({
    id: 'N6b',
    method: 'GET',
    path: 'mail/main/approval/detail',
    summary:
      'A held mail as it will leave, why it is held, and its trail; for its writer and its approvers',
    guard: 'session',
    query: z.object({ approvalId: id, emailAddr: ownAddress }),
    reply: approvalDetail,
    errors: ['approval.finished', 'approval.withdrawn', 'item.not-found', 'address.not-yours'],
  }),
  approve: endpoint({
    id: 'N6c',
    method: 'POST',
    path: 'mail/main/approval/approve',
    summary: 'Approve mails; the last level lets them leave',
    guard: 'session',
    body: z.object({ ...several, opinion }),
    reply: decided,
    errors: ['approval.no-opinion', ...ends, 'item.not-found', 'address.not-yours'],
  }),
  reject: endpoint({
    id: 'N6d',
    method: 'POST',
    path: 'mail/main/approval/reject',
    summary: 'Reject mails: they never leave',
    guard: 'session',
    body: z.object({ ...several, opinion }),
    reply: decided,
    errors: ['approval.no-opinion', ...ends, 'item.not-found', 'address.not-yours'],
  }),
  pass: endpoint({
    id: 'N6e',
    method: 'POST',
    path: 'mail/main/approval/pass',
    summary: 'Approve and pass on to the next level, or to one approver of it',
    guard: 'session',
    body: z.object({ ...several, opinion, approver: text(320).default('') }),
    reply: decided,
    errors: [
      'approval.no-opinion',
      'approval.no-next',
      'approval.not-approver',
      ...ends,
      'item.not-found',
      'address.not-yours',
    ],
  }),
  withdraw: endpoint({
    id: 'N6f',
    method: 'POST',
    path: 'mail/main/approval/withdraw',
    summary: 'Take own held mails back: they do not leave and are drafts again where they can be',
    guard: 'session',
    body: z.object(several),
    reply: decided,
    errors: [...ends, 'item.not-found', 'address.not-yours'],
  }),
  evidence: endpoint({
    id: 'N6g',
    method: 'GET',
    path: 'mail/main/approval/evidence/{ticket}',
    summary: 'The mail and its trail as a zip of .eml and JSON',
    guard: 'signed',
    kind: 'binary',
    params: z.object({ ticket: text(900).min(1) }),
    reply: nothing,
    errors: ['link.invalid'],
  }),
  deputy: endpoint({
    id: 'N6h',
    method: 'GET',
    path: 'mail/main/approval/deputy',
    summary: 'Who decides in the place of the caller, and whether the caller is an approver at all',
    guard: 'session',
    query: z.object({ emailAddr: ownAddress }),
    reply: deputy.extend({ approver: z.boolean() }),
    errors: ['address.not-yours'],
  }),
  saveDeputy: endpoint({
    id: 'N6i',
    method: 'POST',
    path: 'mail/main/approval/deputy/save',
    summary:
      'Name a colleague who decides in the place of the caller for a time; an empty address ends it',
    guard: 'session',
    body: deputy.extend({ emailAddr: ownAddress }),
    reply: nothing,
    errors: ['approval.nobody-there', 'address.not-yours'],
  }),
  question: endpoint({
    id: 'N6j',
    method: 'GET',
    path: 'mail/main/approval/question',
    summary:
      'What a rule asks the writer of a mail that was refused under this key with policy.warn or policy.justify',
    guard: 'session',
    query: z.object({ sendKey: text(100).min(8), emailAddr: ownAddress }),
    reply: ruleQuestion,
    errors: ['item.not-found', 'address.not-yours'],
  }),
  answer: endpoint({
    id: 'N6k',
    method: 'POST',
    path: 'mail/main/approval/answer',
    summary:
      'Confirm the mail of this key, with a reason where the rule wants one; it can be sent again then. The reason is kept',
    guard: 'session',
    member: 'send',
    body: z.object({
      sendKey: text(100).min(8),
      ruleId: id,
      reason: text(limits.approvalOpinion).default(''),
      emailAddr: ownAddress,
    }),
    reply: nothing,
    errors: ['policy.no-reason', 'item.not-found', 'address.not-yours'],
  }),
}
