import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { nothing, text } from './fields.ts'
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
  logout: endpoint({
    id: 'X269',
    method: 'POST',
    path: 'oauth/backchannel',
    summary:
      'The provider says that somebody signed out there, by a token that it signs: logins that came from there end (OpenID Connect Back-Channel Logout 1.0)',
    guard: 'refresh',
    form: true,
    body: z.object({ logout_token: text(8_000).min(1) }),
    reply: nothing,
    errors: ['sso.off', 'sso.away', 'sso.refused'],
    rate: { max: 600, perSeconds: 60 },
  }),
}
