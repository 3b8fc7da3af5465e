import { z } from 'zod'
import { consoleEndpoint } from './console-endpoint.ts'
import { id, nothing, text } from './fields.ts'
import { groups, mailGroup } from './groups.ts'

const heads = ['owner', 'admin'] as const

/** Mail groups of the whole organisation; whoever manages one does the same in the own mailbox. */
export const groupsEndpoints = {
  groups: consoleEndpoint({
    id: 'X448',
    method: 'GET',
    path: 'console/groups/list',
    summary: 'Mail groups by name or address',
    guard: 'session',
    may: heads,
    query: z.object({
      keyword: text(100).default(''),
      pageNum: z.coerce.number().int().min(1).max(10_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(30),
    }),
    reply: z.object({
      total: z.number(),
      list: z.array(mailGroup),
      domains: z.array(z.string()),
    }),
    errors: ['console.not-allowed'],
  }),
  saveGroup: consoleEndpoint({
    id: 'X448a',
    method: 'POST',
    path: 'console/groups/save',
    summary: 'A new mail group, managed by its maker, or other words for one',
    guard: 'session',
    may: heads,
    body: groups.save.body,
    reply: groups.save.reply,
    errors: ['console.not-allowed', ...groups.save.errors],
  }),
  removeGroup: consoleEndpoint({
    id: 'X448b',
    method: 'POST',
    path: 'console/groups/remove',
    summary: 'Deletes a mail group: mail to its address is refused from then on',
    guard: 'session',
    may: heads,
    confirmed: true,
    body: z.object({ groupId: id }),
    reply: nothing,
    errors: ['console.not-allowed', 'console.confirm', ...groups.remove.errors],
  }),
  groupMembers: consoleEndpoint({
    id: 'X448c',
    method: 'GET',
    path: 'console/groups/members/list',
    summary: 'Entries of a mail group, a page at a time',
    guard: 'session',
    may: heads,
    query: groups.members.query,
    reply: groups.members.reply,
    errors: ['console.not-allowed', ...groups.members.errors],
  }),
  saveGroupMembers: consoleEndpoint({
    id: 'X448d',
    method: 'POST',
    path: 'console/groups/members/save',
    summary: 'Adds people, departments, groups and addresses outside, or changes what they are',
    guard: 'session',
    may: heads,
    body: groups.saveMembers.body,
    reply: groups.saveMembers.reply,
    errors: ['console.not-allowed', ...groups.saveMembers.errors],
  }),
  removeGroupMembers: consoleEndpoint({
    id: 'X448e',
    method: 'POST',
    path: 'console/groups/members/remove',
    summary: 'Takes entries out of a mail group',
    guard: 'session',
    may: heads,
    body: groups.removeMembers.body,
    reply: groups.removeMembers.reply,
    errors: ['console.not-allowed', ...groups.removeMembers.errors],
  }),
} as const
