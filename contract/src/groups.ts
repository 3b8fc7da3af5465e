import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idList, nothing, text } from './fields.ts'

/** What somebody is in a mail group: a member gets its mail, a manager also looks after it, the authorised may write to it. */
export const memberTypes = ['member', 'manager', 'authorised'] as const
export type MemberType = (typeof memberTypes)[number]

/** Who may write to a group; managers and the authorised always may. */
export const groupSenders = ['anyone', 'organisation', 'members', 'authorised'] as const
export type GroupSenders = (typeof groupSenders)[number]

/** Entries of a group: a department or another group is one. */
export const maxGroupEntries = 20_000
/** Entries that one call adds. */
const maxAdded = 500

export const ruleFields = ['department', 'duties', 'name', 'address'] as const
export const ruleOperators = ['is', 'is-not', 'contains', 'begins'] as const

/** Members by what the directory says of them. */
export const groupRule = z.object({
  match: z.enum(['all', 'any']),
  conditions: z
    .array(
      z.object({
        field: z.enum(ruleFields),
        op: z.enum(ruleOperators),
        value: text(100).refine((value) => value.trim() !== '', { message: 'is empty' }),
      }),
    )
    .min(1)
    .max(10),
})
export type GroupRule = z.infer<typeof groupRule>

const groupFields = {
  name: z.string(),
  description: z.string(),
  senders: z.enum(groupSenders),
  replyTo: z.enum(['author', 'group']),
  subjectPrefix: z.string(),
  rule: groupRule.nullable(),
  /** Mail waits until a manager lets it go; that of managers and the authorised goes at once. */
  moderated: z.boolean(),
  /** What was sent is kept for its members. */
  archive: z.boolean(),
}

export const mailGroup = z.object({
  groupId: z.number(),
  address: z.string(),
  ...groupFields,
  /** People and addresses that a mail to it reaches. */
  memberCount: z.number(),
  mayManage: z.boolean(),
  maySend: z.boolean(),
  /** Members read what is kept. */
  mayRead: z.boolean(),
})
export type MailGroup = z.infer<typeof mailGroup>

export const groupMember = z.object({
  memberId: z.number(),
  kind: z.enum(['person', 'department', 'group', 'outside']),
  type: z.enum(memberTypes),
  name: z.string(),
  /** '' for a department. */
  address: z.string(),
  department: z.string(),
})
export type GroupMember = z.infer<typeof groupMember>

export const groups = {
  list: endpoint({
    id: 'N8',
    method: 'GET',
    path: 'mailgroup/list',
    summary:
      'Mail groups that the person manages, or those that the person may write to or read the archive of',
    guard: 'session',
    query: z.object({ which: z.enum(['managed', 'authorised']).default('managed') }),
    reply: z.object({
      list: z.array(mailGroup),
      /** Whether the person may make new ones, and under which domains. */
      mayCreate: z.boolean(),
      domains: z.array(z.string()),
    }),
    errors: [],
    rate: { max: 120, perSeconds: 60 },
  }),
  save: endpoint({
    id: 'N8a',
    method: 'POST',
    path: 'mailgroup/save',
    summary: 'Make a mail group, or change one; its address stays as it was made',
    guard: 'session',
    body: z.object({
      groupId: id.optional(),
      name: text(60).refine((value) => value.trim() !== '', { message: 'is empty' }),
      address: text(320).optional(),
      description: text(300).default(''),
      senders: z.enum(groupSenders).default('organisation'),
      replyTo: z.enum(['author', 'group']).default('author'),
      subjectPrefix: text(30).default(''),
      rule: groupRule.nullable().default(null),
      moderated: z.boolean().default(false),
      archive: z.boolean().default(false),
    }),
    reply: z.object({ groupId: z.number() }),
    errors: ['group.not-found', 'group.not-manager', 'group.bad-address', 'group.address-taken'],
    rate: { max: 60, perSeconds: 60 },
  }),
  remove: endpoint({
    id: 'N8b',
    method: 'POST',
    path: 'mailgroup/delete',
    summary: 'Delete a mail group: mail to its address is refused from then on',
    guard: 'session',
    body: z.object({ groupId: id }),
    reply: nothing,
    errors: ['group.not-found', 'group.not-manager'],
  }),
  members: endpoint({
    id: 'N8c',
    method: 'GET',
    path: 'mailgroup/member/list',
    summary: 'Entries of a mail group, a page at a time',
    guard: 'session',
    query: z.object({
      groupId: id,
      type: z.enum(memberTypes).optional(),
      keyword: text(100).default(''),
      pageSize: z.coerce.number().int().min(1).max(200).default(50),
      /** The last entry of the page before. */
      after: z.coerce.number().int().min(0).default(0),
    }),
    reply: z.object({ list: z.array(groupMember), total: z.number(), hasMore: z.boolean() }),
    errors: ['group.not-found', 'group.not-manager'],
    rate: { max: 300, perSeconds: 60 },
  }),
  saveMembers: endpoint({
    id: 'N8d',
    method: 'POST',
    path: 'mailgroup/member/save',
    summary:
      'Add people, departments, other groups and addresses outside to a mail group, or change what they are in it',
    guard: 'session',
    body: z.object({
      groupId: id,
      type: z.enum(memberTypes),
      /** Entries that are there already, whose type changes. */
      memberIds: idList.default([]),
      addresses: z
        .array(z.object({ address: text(320), name: text(100).default('') }))
        .max(maxAdded)
        .default([]),
      departmentIds: idList.default([]),
    }),
    reply: z.object({ count: z.number() }),
    errors: [
      'group.not-found',
      'group.not-manager',
      'group.unknown-member',
      'group.person-only',
      'group.loop',
      'group.may-not-send',
      'group.last-manager',
      'group.too-many-members',
    ],
    rate: { max: 120, perSeconds: 60 },
  }),
  removeMembers: endpoint({
    id: 'N8e',
    method: 'POST',
    path: 'mailgroup/member/delete',
    summary: 'Take entries out of a mail group',
    guard: 'session',
    body: z.object({ groupId: id, memberIds: idList }),
    reply: z.object({ count: z.number() }),
    errors: ['group.not-found', 'group.not-manager', 'group.last-manager'],
  }),
}
