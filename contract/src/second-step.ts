import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { nothing, text } from './fields.ts'
import { passwordAgainCodes } from './passwords.ts'
import { enteringCodes, tokenPair } from './session.ts'

const handRate = { max: 60, perSeconds: 60 }
const password = z.object({ password: text(200).min(1) })
const code = text(40).min(1)

export const secondStep = {
  verify: endpoint({
    id: 'E10',
    method: 'POST',
    path: 'oauth2/verify',
    summary:
      'The second step of a login: a code of the authenticator or a recovery code, with the ticket that the first step answered',
    guard: 'refresh',
    body: z.object({
      ticket: text(100).min(1),
      way: z.enum(['totp', 'recovery']),
      code,
      /** Not to be asked again in this browser for 30 days. */
      trust: z.boolean().default(false),
      /** The ticket of another system that the login was begun with, where that is sent along: it must name the same person. */
      uapticket: text(4_000).optional(),
    }),
    reply: tokenPair,
    errors: [...enteringCodes, 'session.expired', 'code.wrong', 'code.too-many', 'ticket.refused'],
    rate: handRate,
  }),
  verifyPhone: endpoint({
    id: 'E16',
    method: 'POST',
    path: 'sms/verify',
    summary: 'The second step of a login: the code that was sent to the phone (G23)',
    guard: 'refresh',
    body: z.object({
      ticket: text(100).min(1),
      codeId: text(60).min(1),
      code,
      trust: z.boolean().default(false),
    }),
    reply: tokenPair,
    errors: [...enteringCodes, 'session.expired', 'code.wrong', 'code.too-many'],
    rate: handRate,
  }),
  state: endpoint({
    id: 'X140',
    method: 'GET',
    path: 'user/second/state',
    summary: 'What the own logins are asked for after the password',
    guard: 'session',
    reply: z.object({
      totp: z.union([z.literal(0), z.literal(1)]),
      byPhone: z.union([z.literal(0), z.literal(1)]),
      byPasskey: z.union([z.literal(0), z.literal(1)]),
      recoveryLeft: z.number(),
      trustedBrowsers: z.number(),
    }),
    errors: [],
  }),
  beginTotp: endpoint({
    id: 'X141',
    method: 'POST',
    path: 'user/second/totp/begin',
    summary: 'A new secret for an authenticator (RFC 6238); it counts once a code of it was given',
    guard: 'session',
    body: password,
    reply: z.object({ secret: z.string(), url: z.string() }),
    errors: [...passwordAgainCodes, 'second.is-on'],
    rate: handRate,
  }),
  confirmTotp: endpoint({
    id: 'X142',
    method: 'POST',
    path: 'user/second/totp/confirm',
    summary: 'The first code of the authenticator; answers the recovery codes, once',
    guard: 'session',
    body: z.object({ code }),
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ['second.is-on', 'code.wrong', 'code.too-many'],
    rate: handRate,
  }),
  removeTotp: endpoint({
    id: 'X143',
    method: 'POST',
    path: 'user/second/totp/remove',
    summary: 'No authenticator any more',
    guard: 'session',
    body: password,
    reply: nothing,
    errors: [...passwordAgainCodes],
    rate: handRate,
  }),
  newRecoveryCodes: endpoint({
    id: 'X144',
    method: 'POST',
    path: 'user/second/recovery',
    summary: 'New recovery codes; the old ones open nothing any more',
    guard: 'session',
    body: password,
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: [...passwordAgainCodes],
    rate: handRate,
  }),
  setByPhone: endpoint({
    id: 'X145',
    method: 'POST',
    path: 'user/second/phone',
    summary: 'Whether a login asks for a code on the bound phone',
    guard: 'session',
    body: password.extend({ on: z.boolean() }),
    reply: nothing,
    errors: [...passwordAgainCodes, 'phone.none'],
    rate: handRate,
  }),
  setByPasskey: endpoint({
    id: 'X268',
    method: 'POST',
    path: 'user/second/passkey',
    summary: 'Whether a login asks for a passkey after the password',
    guard: 'session',
    body: password.extend({ on: z.boolean() }),
    reply: nothing,
    errors: ['session.password-wrong', 'login.too-many', 'passkey.none'],
    rate: handRate,
  }),
  forgetBrowsers: endpoint({
    id: 'X146',
    method: 'POST',
    path: 'user/second/forgetBrowsers',
    summary: 'Every browser is asked for the second step again',
    guard: 'session',
    body: z.object({}),
    reply: nothing,
    errors: [],
  }),
}
