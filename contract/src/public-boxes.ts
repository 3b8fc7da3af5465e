import { z } from 'zod'
import { endpoint, memberLevels } from './endpoint.ts'
import { text } from './fields.ts'
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
}
