import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, nothing, text } from './fields.ts'
import { passwordAgainCodes } from './passwords.ts'

/** Protocols by which mail programs are served. */
export const clientProtocols = ['imap', 'pop3'] as const
export type ClientProtocol = (typeof clientProtocols)[number]

/** So many authorisation codes are made within 24 hours (L52). */
export const codesPerDay = 3

/** So long after the own password was given to `stateByUser` the same login makes codes. */
export const provedMinutes = 5

/** Each makes or ends something; nobody clicks this fast. */
const handRate = { max: 60, perSeconds: 60 }

export const clientAccess = {
  detail: endpoint({
    id: 'E144',
    method: 'GET',
    path: 'user/client/detail',
    summary: 'Whether mail programs may come in, by which protocols, and where',
    guard: 'session',
    reply: z.object({
      /** Mail programs may come in at all. */
      state: z.boolean(),
      /** Letting programs in asks for the login password: not from who has just come from the sign-on provider. */
      asksPassword: z.boolean(),
      /** What they give as user name. */
      account: z.string(),
      protocols: z.array(
        z.object({
          protocol: z.enum(clientProtocols),
          state: z.boolean(),
          host: z.string(),
          /** With STARTTLS; null where nothing listens. */
          port: z.number().nullable(),
          /** TLS from the first byte. */
          tlsPort: z.number().nullable(),
        }),
      ),
      /** There is a code; itself it was shown once. */
      hasPassword: z.boolean(),
      passwordAt: z.string().nullable(),
      /** So many codes can still be made today. */
      left: z.number(),
    }),
    errors: [],
  }),
  stateByUser: endpoint({
    id: 'E145',
    method: 'POST',
    path: 'user/client/stateByUser',
    summary:
      'Let mail programs in, with the own password once more, which is needed to make a code too; or no longer: those that are in are cut off at once',
    guard: 'session',
    /** `password`: to let them in; '' from who has just come from the sign-on provider. */
    body: z.object({ state: flag, password: text(200).default('') }),
    reply: nothing,
    errors: [...passwordAgainCodes, 'client-access.closed'],
    rate: handRate,
  }),
  protocol: endpoint({
    id: 'E146',
    method: 'POST',
    path: 'user/client/protocol',
    summary: 'Open or close one protocol to mail programs',
    guard: 'session',
    body: z.object({ protocol: z.enum(clientProtocols), state: flag }),
    reply: nothing,
    errors: [],
    rate: handRate,
  }),
  generatePassword: endpoint({
    id: 'E147',
    method: 'GET',
    path: 'user/client/generatePassword',
    summary:
      'Make an authorisation code of 16 letters, shown this once; the one before ends at once. Asks that this login gave the password to `stateByUser` in the last minutes, for a link holds no password',
    guard: 'session',
    reply: z.object({ password: z.string() }),
    errors: [
      'client-access.closed',
      'client-access.off',
      'client-access.unproved',
      'client-access.too-many-codes',
    ],
    rate: handRate,
  }),
  cancelPassword: endpoint({
    id: 'E148',
    method: 'GET',
    path: 'user/client/cancelPassword',
    summary: 'Cancel the authorisation code: programs that are in with it are cut off at once',
    guard: 'session',
    reply: nothing,
    errors: [],
    rate: handRate,
  }),
}
