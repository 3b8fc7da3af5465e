import { z } from 'zod'
import { autoForward, autoReply, forwardErrors, replyErrors } from './auto-answers.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import { flag, id, nothing, text } from './fields.ts'

const of = { accountId: id }
const people = ['owner', 'admin', 'department'] as const
const help = ['owner', 'admin', 'department', 'helpdesk'] as const
const heads = ['owner', 'admin'] as const
const aboutOne = ['console.not-allowed', 'console.gone'] as const
const dangerous = [...aboutOne, 'console.confirm'] as const
const address = text(320).trim().min(3)

/** What a second step can be made of. */
export const secondStepWays = z.enum(['totp', 'passkeys', 'phone'])

/** Flags of the settings index that are of one person. */
export const personFlags = z.object({
  /** Mail may be brought in from files. */
  islandPersonnel: flag,
  /** Mail may be moved, and brought in from another mailbox. */
  mailMoveEnable: flag,
  /** No feedback is offered. */
  privateEnable: flag,
})
export type PersonFlags = z.output<typeof personFlags>

/** How far the deletion of a person is. `full`: the heir has no room; `stopped`: an administrator ended it. */
export const deletionState = z.enum(['handing', 'full', 'erasing', 'done', 'stopped'])

const deletion = z.object({
  state: deletionState,
  heir: z.string(),
  handed: z.number(),
  total: z.number(),
})
export type PersonDeletion = z.output<typeof deletion>

/** What an administrator does with one account beyond its profile. */
export const peopleEndpoints = {
  account: consoleEndpoint({
    id: 'X450',
    method: 'GET',
    path: 'console/people/account',
    summary:
      'How one person signs in, which addresses reach them, what happens to their mail by itself, and how far a deletion is; no mail',
    guard: 'session',
    may: help,
    query: z.object(of),
    reply: z.object({
      ways: z.array(secondStepWays),
      passwordOwed: z.boolean(),
      passwordElsewhere: z.boolean(),
      aliases: z.array(z.string()),
      reply: autoReply,
      forward: autoForward,
      flags: personFlags,
      deletion: deletion.nullable(),
    }),
    errors: aboutOne,
  }),
  resetSecondStep: consoleEndpoint({
    id: 'X451',
    method: 'POST',
    path: 'console/people/resetSecondStep',
    summary:
      'Takes authenticator, passkeys or phone from a person who lost them; every login ends, and the owner’s log says so',
    guard: 'session',
    may: help,
    confirmed: true,
    body: z.object({ ...of, ways: z.array(secondStepWays).min(1).max(3) }),
    reply: nothing,
    errors: [...dangerous, 'console.not-yourself'],
  }),
  owePassword: consoleEndpoint({
    id: 'X452',
    method: 'POST',
    path: 'console/people/owePassword',
    summary: 'The password must be changed at the next login; logins of now end',
    guard: 'session',
    may: help,
    body: z.object(of),
    reply: nothing,
    errors: [...aboutOne, 'console.not-yourself', 'password.elsewhere'],
  }),
  addAlias: consoleEndpoint({
    id: 'X453',
    method: 'POST',
    path: 'console/people/addAlias',
    summary:
      'A further address; none that is or was somebody’s, and for a department administrator none of the whole organisation',
    guard: 'session',
    may: people,
    body: z.object({ ...of, address }),
    reply: nothing,
    errors: [...aboutOne, 'console.address', 'console.domain', 'console.aliases', 'alias.taken'],
  }),
  removeAlias: consoleEndpoint({
    id: 'X454',
    method: 'POST',
    path: 'console/people/removeAlias',
    summary: 'Takes a further address away; nobody else gets it',
    guard: 'session',
    may: people,
    body: z.object({ ...of, address }),
    reply: nothing,
    errors: [...aboutOne, 'console.alias-gone'],
  }),
  saveReply: consoleEndpoint({
    id: 'X455',
    method: 'POST',
    path: 'console/people/saveReply',
    summary: 'The automatic reply of somebody who is away; times in the zone of the administrator',
    guard: 'session',
    may: people,
    body: z.object({ ...of, reply: autoReply }),
    reply: nothing,
    errors: [...aboutOne, ...replyErrors],
  }),
  saveForward: consoleEndpoint({
    id: 'X456',
    method: 'POST',
    path: 'console/people/saveForward',
    summary: 'Where the mail of a person is passed on to',
    guard: 'session',
    may: people,
    confirmed: true,
    body: z.object({ ...of, forward: autoForward }),
    reply: nothing,
    errors: [...dangerous, ...forwardErrors],
  }),
  flags: consoleEndpoint({
    id: 'X457',
    method: 'POST',
    path: 'console/people/flags',
    summary: 'Flags of the settings index that are of one person',
    guard: 'session',
    may: people,
    body: z.object({ ...of, flags: personFlags }),
    reply: nothing,
    errors: [...aboutOne, 'console.not-yourself'],
  }),
  deletePerson: consoleEndpoint({
    id: 'X458',
    method: 'POST',
    path: 'console/people/delete',
    summary:
      'Deletes a person: the mail is handed over first, piece by piece, and only then is anything erased. Without an heir it is erased. Addresses go to the heir or to nobody',
    guard: 'session',
    may: heads,
    confirmed: true,
    body: z.object({
      ...of,
      heirId: id.nullable(),
      addressesTo: z.enum(['heir', 'nobody']),
    }),
    reply: nothing,
    errors: [
      ...dangerous,
      'console.not-yourself',
      'console.last-owner',
      'console.heir',
      'console.heir-full',
      'console.being-deleted',
      'console.on-hold',
      'console.is-heir',
    ],
  }),
  keepPerson: consoleEndpoint({
    id: 'X459',
    method: 'POST',
    path: 'console/people/keep',
    summary:
      'Stops a deletion while the mail is being handed over; the person stays disabled, the addresses come back',
    guard: 'session',
    may: heads,
    body: z.object(of),
    reply: nothing,
    errors: [...aboutOne, 'console.deleted-too-far'],
  }),
} as const
