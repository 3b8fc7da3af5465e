import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { text } from './fields.ts'
import { tokenPair } from './session.ts'

const handRate = { max: 60, perSeconds: 60 }

/** Single sign-on by OpenID Connect. */
export const sso = {
  begin: endpoint({
    id: 'E25',
    method: 'GET',
    path: 'oauth/sso',
    summary:
      'Begin a login at the provider: where to go, and a secret that stays in this browser until it comes back',
    guard: 'public',
    reply: z.object({ url: z.string(), flow: z.string() }),
    errors: ['sso.off', 'sso.away'],
    rate: handRate,
  }),
  finish: endpoint({
    id: 'E7',
    method: 'POST',
    path: 'oauth/code',
    summary: 'What the provider sent the browser back with, for a token pair; each is good once',
    guard: 'refresh',
    body: z.object({
      flow: text(100).min(1),
      /** Code, state and issuer, as they stood in the address. */
      code: text(2_000).min(1),
      state: text(200).min(1),
      iss: text(1_000).optional(),
    }),
    reply: tokenPair,
    errors: ['login.mailbox-over', 'sso.off', 'sso.away', 'sso.refused', 'sso.unknown'],
    rate: handRate,
  }),
}
