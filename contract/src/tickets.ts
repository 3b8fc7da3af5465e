import { z } from 'zod'
import { captchaPass } from './captcha.ts'
import { endpoint } from './endpoint.ts'
import { text } from './fields.ts'
import { enteringCodes, tokenPair } from './session.ts'

const handRate = { max: 60, perSeconds: 60 }
const ticket = text(4_000).min(1)

/**
 * Other systems of the organisation. A ticket (`uapticket`) is a JWT (RFC 7519) by HS256 with the system's secret: `iss` its
 * name, `sub` an address, `aud` the origin of the webmail, `iat`, `exp` (at most five minutes later) and `jti`.
 */
export const tickets = {
  logIn: endpoint({
    id: 'E1',
    method: 'POST',
    path: 'oauth/login',
    summary:
      'Sign in with a ticket of another system of the organisation, which is good once, or with a password as `oauth/token` does',
    guard: 'public',
    body: z.union([
      z.object({ uapticket: ticket }),
      z.object({ username: text(320).min(1), password: text(200).min(1), captcha: captchaPass }),
    ]),
    reply: tokenPair,
    errors: [
      ...enteringCodes,
      'ticket.refused',
      'sso.unknown',
      'login.failed',
      'login.too-many',
      'captcha.needed',
    ],
    rate: { max: 6_000, perSeconds: 60 },
  }),
  look: endpoint({
    id: 'E2',
    method: 'GET',
    path: 'oauth/login',
    summary:
      'Whom a ticket would sign in, so that a person can be asked first; it is not used up. Without one, or with a bad one, nobody',
    guard: 'public',
    query: z.object({ uapticket: ticket.optional() }),
    reply: z.object({ address: z.string(), system: z.string() }),
    errors: [],
    rate: handRate,
  }),
  systems: endpoint({
    id: 'E26',
    method: 'GET',
    path: 'oauth/client/sso',
    summary: 'Other systems of the organisation that the caller can go to without signing in again',
    guard: 'session',
    reply: z.object({ list: z.array(z.object({ system: z.string() })) }),
    errors: [],
  }),
  authorize: endpoint({
    id: 'E27',
    method: 'GET',
    path: 'oauth2/authorize',
    summary:
      'Where to go in another system, with a ticket of a minute that says there who comes; the page is the one that the administrator gave',
    guard: 'session',
    query: z.object({ system: text(60).min(1) }),
    reply: z.object({ url: z.string() }),
    errors: ['ticket.no-system'],
    rate: handRate,
  }),
}
