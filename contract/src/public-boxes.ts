import { z } from 'zod'
import { endpoint, memberLevels } from './endpoint.ts'
import { id, idList, person, text } from './fields.ts'
import { tokenPair } from './session.ts'

/** `type` of a mailbox that one may switch to (G54): 1 an associated account, 2 a public mailbox. */
export const associatedType = 1
export const publicType = 2

/** A mailbox that is not one's own, and what one may do there. */
export const otherMailbox = z.object({
  emailAddr: z.string(),
  userName: z.string(),
  type: z.number(),
  level: z.enum(memberLevels),
  /** When the permission ends; '' for never. */
  until: z.string(),
})
export type OtherMailbox = z.infer<typeof otherMailbox>

/** A member who works in a mailbox. */
export const boxMember = z.object({ memberId: z.number(), ...person.shape })
export type BoxMember = z.infer<typeof boxMember>

/** What the members of a mailbox know of a mail. */
export const boxMail = z.object({
  mailId: z.number(),
  /** Who wrote it, of a mail that was sent. */
  sentBy: person.nullable(),
  /** Whose it is to answer. */
  assignee: boxMember.nullable(),
  /** Who is answering it at this moment, the caller left out. */
  answering: z.array(person),
})
export type BoxMail = z.infer<typeof boxMail>

/** So long somebody counts as answering after the last sign of it, and how often the composer gives one, in ms. */
export const answeringLease = 60_000
export const answeringBeat = 20_000

export const publicBoxes = {
  find: endpoint({
    id: 'E24',
    method: 'GET',
    path: 'user/public/find',
    summary:
      'Public mailboxes and associated accounts that the person may switch to, also while switched (E167)',
    guard: 'session',
    member: 'read',
    reply: z.object({ list: z.array(otherMailbox) }),
    errors: [],
  }),
  switchTo: endpoint({
    id: 'E166',
    method: 'POST',
    path: 'oauth/switch',
    summary:
      'Work in another mailbox from now on: its token pair takes the place of the present one. An empty request leads back (G6)',
    guard: 'session',
    member: 'read',
    namesAddress: true,
    body: z.object({ emailAddr: text(320).optional(), type: z.number().int().optional() }),
    reply: tokenPair,
    errors: ['publicbox.not-yours', 'publicbox.not-away'],
    rate: { max: 30, perSeconds: 60 },
  }),
  members: endpoint({
    id: 'X300',
    method: 'GET',
    path: 'user/public/members',
    summary: 'Who may answer in the mailbox that the caller works in; nobody in the own one',
    guard: 'session',
    member: 'read',
    reply: z.object({ list: z.array(boxMember) }),
    errors: [],
  }),
  mails: endpoint({
    id: 'X301',
    method: 'POST',
    path: 'user/public/mails',
    summary:
      'Who wrote, who is to answer and who is answering mails of this mailbox; the others are left out',
    guard: 'session',
    member: 'read',
    body: z.object({ mailIds: idList }),
    reply: z.object({ list: z.array(boxMail) }),
    errors: [],
  }),
  assigned: endpoint({
    id: 'X302',
    method: 'GET',
    path: 'user/public/assigned',
    summary: 'Ids of mails that are to be answered by a member, the newest first; 0: by the caller',
    guard: 'session',
    member: 'read',
    query: z.object({ memberId: z.coerce.number().int().min(0) }),
    reply: z.object({ mailIds: z.array(z.number()) }),
    errors: [],
  }),
  assign: endpoint({
    id: 'X303',
    method: 'POST',
    path: 'user/public/assign',
    summary: 'Say whose mails are to answer; null: nobody’s',
    guard: 'session',
    member: 'send',
    body: z.object({ mailIds: idList, memberId: id.nullable() }),
    reply: z.object({ count: z.number() }),
    errors: ['publicbox.not-member', 'item.not-found'],
  }),
  answering: endpoint({
    id: 'X304',
    method: 'POST',
    path: 'user/public/answering',
    summary:
      'The caller is answering a mail, for a minute from now, or no more; answers who else is at this moment',
    guard: 'session',
    member: 'send',
    body: z.object({ mailId: id, active: z.boolean() }),
    reply: z.object({ others: z.array(person) }),
    errors: ['item.not-found'],
  }),
}
