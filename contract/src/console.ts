import { z } from 'zod'
import { alarmEndpoints } from './console-alarms.ts'
import { complianceEndpoints } from './console-compliance.ts'
import { domainsEndpoints } from './console-domains.ts'
import { consoleEndpoint, consoleRoles } from './console-endpoint.ts'
import { exportEndpoints } from './console-exports.ts'
import { groupsEndpoints } from './console-groups.ts'
import { healthEndpoints } from './console-health.ts'
import { listEndpoints } from './console-lists.ts'
import { organisationEndpoints } from './console-organisation.ts'
import { overviewEndpoints } from './console-overview.ts'
import { peopleEndpoints } from './console-people.ts'
import { policyEndpoints } from './console-policy.ts'
import { protectionEndpoints } from './console-protection.ts'
import { queueEndpoints } from './console-queue.ts'
import { reportEndpoints } from './console-reports.ts'
import { retentionEndpoints } from './console-retention.ts'
import { scimEndpoints } from './console-scim.ts'
import { signInEndpoints } from './console-sign-ins.ts'
import { syncEndpoints } from './console-sync.ts'
import { traceEndpoints } from './console-trace.ts'
import { endpoint } from './endpoint.ts'
import { flag, id, instant, nothing, text } from './fields.ts'

/** The call of the mail by which an administrator goes to the console. */
export const console = {
  token: endpoint({
    id: 'E171',
    method: 'GET',
    path: 'console/token',
    summary:
      'Where the console is, with a ticket that opens it once, within a minute, for the login that asked; only for those with a role there',
    guard: 'session',
    reply: z.object({ url: z.string() }),
    errors: ['console.not-allowed', 'console.off'],
    rate: { max: 30, perSeconds: 60 },
  }),
}

const everyone = consoleRoles
const heads = ['owner', 'admin'] as const
const people = ['owner', 'admin', 'department'] as const
const help = ['owner', 'admin', 'department', 'helpdesk'] as const
const logs = ['owner', 'admin', 'auditor'] as const

const role = z.enum(consoleRoles)
const listed = z.object({
  accountId: z.number(),
  name: z.string(),
  address: z.string(),
  department: z.string(),
  departmentId: z.number().nullable(),
  role: role.nullable(),
  disabled: z.boolean(),
  usedBytes: z.number(),
  quotaBytes: z.number(),
  lastLogin: z.string().nullable(),
})
export type ListedPerson = z.output<typeof listed>
const person = listed.extend({
  aliases: z.array(z.string()),
  duties: z.string(),
  phone: z.string(),
  validUntil: z.string().nullable(),
  hasSecondStep: z.boolean(),
  logins: z.number(),
  headsDepartment: z.number().nullable(),
  lockedFolders: z.array(z.object({ folderId: z.number(), name: z.string() })),
  /** What the caller may do to this person. */
  mayChange: z.boolean(),
})
export type ConsolePerson = z.output<typeof person>
const department = z.object({
  id: z.number(),
  parentId: z.number().nullable(),
  name: z.string(),
  people: z.number(),
  /** What it is found by when somebody types: the name, its pinyin, the initials, in lower case. */
  keys: z.array(z.string()),
})
export type ConsoleDepartment = z.output<typeof department>
const act = z.object({
  id: z.number(),
  at: z.string(),
  who: z.string(),
  act: z.string(),
  whom: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  done: z.boolean(),
  ip: z.string(),
})
export type ConsoleAct = z.output<typeof act>
const of = { accountId: id }
const name = text(60).trim().min(1)
const quotaBytes = z
  .number()
  .int()
  .min(1024 ** 2)
  .max(1024 ** 5)
const denied = ['console.not-allowed'] as const
const aboutOne = ['console.not-allowed', 'console.gone'] as const
const dangerous = ['console.not-allowed', 'console.gone', 'console.confirm'] as const

/** Everything that the console's own port answers. */
export const consoleContract = {
  open: consoleEndpoint({
    id: 'X340',
    method: 'POST',
    path: 'console/session/open',
    summary: 'Spends the ticket of the link; the token lives while it is used and its login lives',
    guard: 'public',
    may: everyone,
    body: z.object({ ticket: text(200).min(1) }),
    reply: z.object({ token: z.string() }),
    errors: ['console.ticket'],
    rate: { max: 60, perSeconds: 60 },
  }),
  me: consoleEndpoint({
    id: 'X341',
    method: 'GET',
    path: 'console/me',
    summary: 'Who is at work in the console, with which role',
    guard: 'session',
    may: everyone,
    reply: z.object({
      name: z.string(),
      address: z.string(),
      organisation: z.string(),
      role,
      departmentId: z.number().nullable(),
      domains: z.array(z.string()),
      /** How this person reads times: hours east of GMT, 12 or 24 hours. */
      zone: z.number(),
      hour12: z.boolean(),
    }),
    errors: [],
  }),
  confirm: consoleEndpoint({
    id: 'X342',
    method: 'POST',
    path: 'console/session/confirm',
    summary: 'The own password once more: what is dangerous is allowed for five minutes',
    guard: 'session',
    may: everyone,
    body: z.object({ password: text(200).min(1) }),
    reply: nothing,
    errors: ['session.password-wrong', 'login.too-many'],
    rate: { max: 20, perSeconds: 60 },
  }),
  end: consoleEndpoint({
    id: 'X343',
    method: 'POST',
    path: 'console/session/end',
    summary: 'Leaves the console; the login of the mail lives on',
    guard: 'session',
    may: everyone,
    body: nothing,
    reply: nothing,
    errors: [],
  }),
  ...overviewEndpoints,
  people: consoleEndpoint({
    id: 'X345',
    method: 'GET',
    path: 'console/people/list',
    summary: 'People by name, address or department, the own subtree of a department administrator',
    guard: 'session',
    may: help,
    query: z.object({
      keyword: text(100).optional(),
      departmentId: id.optional(),
      state: z.enum(['all', 'active', 'disabled', 'role']).default('all'),
      pageNum: z.coerce.number().int().min(1).max(100_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(30),
    }),
    reply: z.object({ total: z.number(), list: z.array(listed) }),
    errors: denied,
  }),
  person: consoleEndpoint({
    id: 'X346',
    method: 'GET',
    path: 'console/people/one',
    summary: 'One person with addresses, logins and folders that have a password; no mail',
    guard: 'session',
    may: help,
    query: z.object(of),
    reply: person,
    errors: aboutOne,
  }),
  add: consoleEndpoint({
    id: 'X347',
    method: 'POST',
    path: 'console/people/add',
    summary:
      'A new person with a mailbox; the password is made here, shown once and changed at the first login',
    guard: 'session',
    may: people,
    body: z.object({
      name,
      address: text(320).trim().min(3),
      departmentId: id.nullable().default(null),
      duties: text(60).default(''),
      phone: text(30).default(''),
      quotaBytes: quotaBytes.optional(),
    }),
    reply: z.object({ accountId: z.number(), password: z.string() }),
    errors: [
      'console.not-allowed',
      'alias.taken',
      'console.address',
      'console.domain',
      'console.department-gone',
    ],
  }),
  change: consoleEndpoint({
    id: 'X348',
    method: 'POST',
    path: 'console/people/change',
    summary: 'Name, department, duties, phone and the last day of a person',
    guard: 'session',
    may: people,
    body: z.object({
      ...of,
      name: name.optional(),
      departmentId: id.nullable().optional(),
      duties: text(60).optional(),
      phone: text(30).optional(),
      validUntil: instant.nullable().optional(),
    }),
    reply: nothing,
    errors: [
      'console.not-allowed',
      'console.gone',
      'console.department-gone',
      'console.not-yourself',
    ],
  }),
  quota: consoleEndpoint({
    id: 'X349',
    method: 'POST',
    path: 'console/people/quota',
    summary: 'How much a mailbox may hold',
    guard: 'session',
    may: help,
    body: z.object({ ...of, quotaBytes }),
    reply: nothing,
    errors: [...aboutOne, 'console.not-yourself'],
  }),
  disable: consoleEndpoint({
    id: 'X350',
    method: 'POST',
    path: 'console/people/disable',
    summary: 'Nobody signs in as a disabled person, and all logins end; mail stays',
    guard: 'session',
    may: people,
    confirmed: true,
    body: z.object({ ...of, disabled: flag }),
    reply: nothing,
    errors: [...dangerous, 'console.not-yourself', 'console.last-owner', 'console.being-deleted'],
  }),
  password: consoleEndpoint({
    id: 'X351',
    method: 'POST',
    path: 'console/people/password',
    summary:
      'A new password, made here, shown once and changed at the next login; every login and program is cut off',
    guard: 'session',
    may: help,
    confirmed: true,
    body: z.object(of),
    reply: z.object({ password: z.string() }),
    errors: [...dangerous, 'console.not-yourself', 'password.elsewhere'],
  }),
  endLogins: consoleEndpoint({
    id: 'X352',
    method: 'POST',
    path: 'console/people/endLogins',
    summary: 'Ends every login of a person',
    guard: 'session',
    may: help,
    body: z.object(of),
    reply: nothing,
    errors: aboutOne,
  }),
  cancelFolderPassword: consoleEndpoint({
    id: 'X353',
    method: 'POST',
    path: 'console/people/cancelFolderPassword',
    summary:
      'Takes the password from a folder that its owner can open no more (ADMIN-04); the owner’s log says so',
    guard: 'session',
    may: help,
    confirmed: true,
    body: z.object({ ...of, folderId: id }),
    reply: nothing,
    errors: [...dangerous, 'folder.not-found'],
  }),
  role: consoleEndpoint({
    id: 'X354',
    method: 'POST',
    path: 'console/people/role',
    summary: 'Gives a role in the console or takes it; that of a department names its department',
    guard: 'session',
    may: ['owner'],
    confirmed: true,
    body: z.object({ ...of, role: role.nullable(), departmentId: id.nullable().default(null) }),
    reply: nothing,
    errors: [...dangerous, 'console.not-yourself', 'console.last-owner', 'console.department-gone'],
  }),
  departments: consoleEndpoint({
    id: 'X355',
    method: 'GET',
    path: 'console/departments/list',
    summary: 'Departments with how many people are in each',
    guard: 'session',
    may: help,
    reply: z.object({ list: z.array(department) }),
    errors: denied,
  }),
  saveDepartment: consoleEndpoint({
    id: 'X356',
    method: 'POST',
    path: 'console/departments/save',
    summary: 'A new department, or another name or place for one',
    guard: 'session',
    may: heads,
    body: z.object({ id: id.optional(), name, parentId: id.nullable().default(null) }),
    reply: z.object({ id: z.number() }),
    errors: [
      'console.not-allowed',
      'console.department-gone',
      'console.department-loop',
      'console.department-name',
    ],
  }),
  removeDepartment: consoleEndpoint({
    id: 'X357',
    method: 'POST',
    path: 'console/departments/remove',
    summary: 'Removes a department in which nobody is',
    guard: 'session',
    may: heads,
    body: z.object({ id }),
    reply: nothing,
    errors: [
      'console.not-allowed',
      'console.department-gone',
      'console.department-full',
      'console.department-on-hold',
    ],
  }),
  ...domainsEndpoints,
  ...groupsEndpoints,
  ...organisationEndpoints,
  acts: consoleEndpoint({
    id: 'X358',
    method: 'GET',
    path: 'console/acts/list',
    summary: 'What was done in the console, the latest first',
    guard: 'session',
    may: logs,
    query: z.object({
      before: id.optional(),
      keyword: text(100).optional(),
      pageSize: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: z.object({ list: z.array(act) }),
    errors: denied,
  }),
  ...peopleEndpoints,
  ...listEndpoints,
  ...scimEndpoints,
  ...syncEndpoints,
  ...policyEndpoints,
  ...protectionEndpoints,
  ...reportEndpoints,
  ...queueEndpoints,
  ...traceEndpoints,
  ...signInEndpoints,
  ...alarmEndpoints,
  ...healthEndpoints,
  ...complianceEndpoints,
  ...retentionEndpoints,
  ...exportEndpoints,
} as const
