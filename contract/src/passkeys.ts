import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, nothing, text } from './fields.ts'
import { enteringCodes, tokenPair } from './session.ts'

const handRate = { max: 60, perSeconds: 60 }
/** An office of many people behind one address opens the login page at nine o'clock. */
const officeRate = { max: 1_200, perSeconds: 60 }

const password = text(200).min(1)
/** Bytes in base64url (RFC 4648 §5). */
const bytes = (max: number) => text(max).regex(/^[\w-]*$/)

/** What the browser passes to WebAuthn as it is: options in the JSON form of WebAuthn Level 3 (§5.1.8, §5.1.9). */
const options = z.looseObject({ challenge: z.string() })

const credential = {
  id: bytes(1400).min(1),
  rawId: bytes(1400).min(1),
  type: z.literal('public-key'),
}

/** RegistrationResponseJSON (WebAuthn §5.1): what is not read here is left out. */
const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(20_000),
    transports: z.array(text(20)).max(10).optional(),
  }),
})

/** AuthenticationResponseJSON (WebAuthn §5.1). */
const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(2000),
    userHandle: bytes(200).optional(),
  }),
})
export type PasskeyRegistration = z.infer<typeof registration>
export type PasskeyAssertion = z.infer<typeof assertion>

export const ownPasskey = z.object({
  passkeyId: z.number(),
  name: z.string(),
  createdTime: z.string(),
  /** Null: never since it was made. */
  lastUsedTime: z.string().nullable(),
  /** 1: kept by a service of its maker on several devices; 0: on one device alone. */
  synced: z.union([z.literal(0), z.literal(1)]),
})
export type OwnPasskey = z.infer<typeof ownPasskey>

/** Passkeys (WebAuthn): alone a way in, or the second step after the password. */
export const passkeys = {
  list: endpoint({
    id: 'X260',
    method: 'GET',
    path: 'user/passkey/list',
    summary: 'Own passkeys, the newest first, and whether the address of this server allows any',
    guard: 'session',
    reply: z.object({
      list: z.array(ownPasskey),
      /** 0: WebAuthn wants HTTPS (or localhost) and a host name. */
      usable: z.union([z.literal(0), z.literal(1)]),
    }),
    errors: [],
  }),
  begin: endpoint({
    id: 'X261',
    method: 'POST',
    path: 'user/passkey/begin',
    summary: 'Begins a new passkey: options for navigator.credentials.create',
    guard: 'session',
    body: z.object({ password }),
    reply: z.object({ options }),
    errors: ['session.password-wrong', 'login.too-many', 'passkey.off', 'passkey.many'],
    rate: handRate,
  }),
  finish: endpoint({
    id: 'X262',
    method: 'POST',
    path: 'user/passkey/finish',
    summary: 'Keeps the new passkey under a name',
    guard: 'session',
    body: z.object({ name: text(60).min(1), response: registration }),
    reply: nothing,
    errors: ['passkey.refused', 'passkey.off', 'passkey.many'],
    rate: handRate,
  }),
  remove: endpoint({
    id: 'X263',
    method: 'POST',
    path: 'user/passkey/remove',
    summary: 'A passkey opens nothing any more',
    guard: 'session',
    body: z.object({ passkeyId: id, password }),
    reply: nothing,
    errors: ['session.password-wrong', 'login.too-many', 'item.not-found'],
    rate: handRate,
  }),
  ask: endpoint({
    id: 'X264',
    method: 'POST',
    path: 'oauth/passkey/begin',
    summary: 'Options for navigator.credentials.get, for a login by passkey alone',
    guard: 'public',
    body: z.object({}),
    reply: z.object({ options }),
    errors: ['passkey.off'],
    rate: officeRate,
  }),
  logIn: endpoint({
    id: 'X265',
    method: 'POST',
    path: 'oauth/passkey',
    summary: 'Sign in by a passkey alone; it has verified its user itself (PIN, finger, face)',
    guard: 'public',
    body: z.object({ response: assertion }),
    reply: tokenPair,
    errors: [
      ...enteringCodes,
      'passkey.refused',
      'passkey.off',
      'login.too-many',
      'session.expired',
    ],
    rate: officeRate,
  }),
  askSecond: endpoint({
    id: 'X266',
    method: 'POST',
    path: 'oauth2/passkey/begin',
    summary:
      'Options for a passkey as the second step, with the ticket that the first step answered',
    guard: 'refresh',
    body: z.object({ ticket: text(100).min(1) }),
    reply: z.object({ options }),
    errors: ['session.expired', 'passkey.off'],
    rate: handRate,
  }),
  verify: endpoint({
    id: 'X267',
    method: 'POST',
    path: 'oauth2/passkey',
    summary: 'The second step of a login: a passkey',
    guard: 'refresh',
    body: z.object({
      ticket: text(100).min(1),
      response: assertion,
      trust: z.boolean().default(false),
    }),
    reply: tokenPair,
    errors: [
      ...enteringCodes,
      'session.expired',
      'passkey.refused',
      'passkey.off',
      'code.too-many',
    ],
    rate: handRate,
  }),
}
