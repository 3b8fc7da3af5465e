import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { nothing, ownAddress, text } from './fields.ts'
import { limits } from './limits.ts'

/** What a person says of oneself, and the addresses one can be reached at and write from. */
export const profile = {
  get: endpoint({
    id: 'X190',
    method: 'GET',
    path: 'mail/main/nicknameAndAlias/get',
    summary: 'Own nickname and addresses, and what aliases may be',
    guard: 'session',
    member: 'read',
    query: z.object({ emailAddr: ownAddress }),
    reply: z.object({
      /** As the organisation has it. */
      name: z.string(),
      /** In From in its place; '' for none. */
      nickname: z.string(),
      gender: z.number(),
      duties: z.string(),
      aliases: z.array(
        z.object({
          alias: z.string(),
          /** 1: it can be deleted here; 0: the administrator gave it. */
          own: z.number(),
        }),
      ),
      aliasEnable: z.number(),
      /** Aliases that one may have given oneself. */
      maxAliases: z.number(),
      domains: z.array(z.string()),
    }),
    errors: ['address.not-yours'],
  }),
  saveNickname: endpoint({
    id: 'E124',
    method: 'POST',
    path: 'mail/main/nicknameAndAlias/nickname/save',
    summary: 'Set the name that stands in From',
    guard: 'session',
    member: 'full',
    body: z.object({ nickname: text(200), emailAddr: ownAddress }),
    reply: nothing,
    errors: ['nickname.invalid', 'nickname.reserved', 'nickname.taken', 'address.not-yours'],
  }),
  deleteNickname: endpoint({
    id: 'E125',
    method: 'POST',
    path: 'mail/main/nicknameAndAlias/nickname/delete',
    summary: 'Write under the own name again',
    guard: 'session',
    member: 'full',
    body: z.object({ emailAddr: ownAddress }),
    reply: nothing,
    errors: ['address.not-yours'],
  }),
  saveAlias: endpoint({
    id: 'E126',
    method: 'POST',
    path: 'mail/main/nicknameAndAlias/alias/save',
    summary:
      'A further address in a domain of the organisation, where its administrator allows that; mail to it arrives here',
    guard: 'session',
    member: 'full',
    /** `alias` is the whole address. */
    body: z.object({ alias: text(320), emailAddr: ownAddress }),
    reply: z.object({ alias: z.string() }),
    errors: [
      'alias.off',
      'alias.invalid',
      'alias.reserved',
      'alias.taken',
      'alias.too-many',
      'address.not-yours',
    ],
    rate: { max: 20, perSeconds: 600 },
  }),
  deleteAlias: endpoint({
    id: 'E127',
    method: 'POST',
    path: 'mail/main/nicknameAndAlias/alias/delete',
    summary: 'Mail to it is refused from now on; nobody else can take it',
    guard: 'session',
    member: 'full',
    body: z.object({ alias: text(320), emailAddr: ownAddress }),
    reply: nothing,
    errors: ['item.not-found', 'address.not-yours'],
  }),
  updateDetails: endpoint({
    id: 'E119',
    method: 'POST',
    path: 'user/update/details',
    summary: 'Change personal details; what is left out stays',
    guard: 'session',
    body: z.object({
      /** 0 male, 1 female, 2 not told (G53). */
      gender: z.union([z.literal(0), z.literal(1), z.literal(2)]).optional(),
      duties: text(limits.duties).optional(),
      emailAddr: ownAddress,
    }),
    reply: nothing,
    errors: ['address.not-yours'],
  }),
}
