import { z } from 'zod'
import { content } from './compose-content.ts'
import { endpoint } from './endpoint.ts'
import { id, nothing, ownAddress, text } from './fields.ts'
import { limits } from './limits.ts'

/** Bytes in base64 (RFC 4648 §4), at most `max` of them. */
const base64 = (max: number) =>
  text(Math.ceil(max / 3) * 4)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/)
    .refine((value) => value.length % 4 === 0, { message: 'is not base64' })

/** How the key that seals, and the proof that the PIN is known, are made of the PIN. */
const derivation = {
  /** Of PBKDF2-SHA256, 16 random bytes. */
  salt: base64(16),
  iterations: z.number().int().min(limits.pinIterations).max(10_000_000),
}

/** A certificate of somebody one writes to. */
export const peopleCertificate = z.object({
  /** The address as it was asked for. */
  email: z.string(),
  /** X.509 (RFC 5280) in DER, base64. */
  certificate: z.string(),
  /** Of somebody here, or one that the caller took for somebody outside. */
  source: z.enum(['here', 'peer']),
  /** Certificates of somebody here that were replaced since: they verify old mail. */
  earlier: z.array(z.string()),
  /** Of somebody outside: what the program reads, by identifiers of SMIMECapabilities. */
  capabilities: z.array(z.string()),
})
export type PeopleCertificate = z.infer<typeof peopleCertificate>

/** The own key, without what is secret in it. */
export const ownKey = z.object({
  certificate: z.string(),
  /** Address in the certificate. */
  email: z.string(),
  salt: z.string(),
  iterations: z.number(),
  createdTime: z.string(),
})
/** One that was replaced: old mail is opened with nothing else. */
export const oldKey = ownKey.extend({ keyId: z.number(), retiredTime: z.string() })
export type OldKey = z.infer<typeof oldKey>
export type OwnKey = z.infer<typeof ownKey>

/**
 * Shows that the owner is there, and not only a login of the owner's (KEYS-08): by the code that was sent to the bound
 * phone; without one by the login password, and a code of the authenticator where there is one.
 */
const confirmation = z.object({
  codeId: text(60).optional(),
  code: text(40).optional(),
  password: text(200).optional(),
})

/** Shows that the browser has the key of a certificate that another signed: its signature under a random code. */
const possession = z.object({
  randomCode: text(100).min(1),
  /** RSASSA-PKCS1-v1_5 with SHA-256 over `possessionText`. */
  signature: base64(512),
})

const newKey = {
  /** X.509 in DER, base64: RSA of 2048 to 4096 bits, the own address its one name; self-signed, or with `possession`. */
  certificate: base64(8192),
  sealedKey: base64(8192),
  ...derivation,
  proof: base64(32),
  possession: possession.optional(),
  emailAddr: ownAddress,
}

/** A certificate of somebody outside. */
export const peer = z.object({
  peerId: z.number(),
  email: z.string(),
  certificate: z.string(),
  capabilities: z.array(z.string()),
  createdTime: z.string(),
})
export type Peer = z.infer<typeof peer>

/**
 * S/MIME keys (decision G84). The private key is made and used in the browser; the server holds it sealed with a key
 * that is derived of the PIN, and a hash of a proof that is derived of it apart. It never has PIN or private key.
 */
const confirmErrors = [
  'keys.confirm',
  'session.password-wrong',
  'login.too-many',
  'code.wrong',
  'code.too-many',
] as const

export const smime = {
  own: endpoint({
    id: 'X96',
    method: 'GET',
    path: 'keymanagement/key/own',
    summary: 'The own certificate, and how the PIN is turned into a key; null while there is none',
    guard: 'session',
    query: z.object({ emailAddr: ownAddress }),
    reply: z.object({
      key: ownKey.nullable(),
      /** The latest first. */
      old: z.array(oldKey),
      /** How the owner confirms a new key, and the phone, its middle hidden. */
      confirmBy: z.enum(['sms', 'totp', 'password']),
      phone: z.string(),
    }),
    errors: ['keys.off', 'address.not-yours'],
  }),
  keyPinVerify: endpoint({
    id: 'E60',
    method: 'POST',
    path: 'keymanagement/key/keyPinVerify',
    summary: 'Hands the sealed private key to its owner, who proves to know the PIN; five tries',
    guard: 'session',
    body: z.object({
      proof: base64(32),
      /** An old key; without it the one in use. */
      keyId: id.optional(),
      emailAddr: ownAddress,
    }),
    reply: z.object({
      /** AES-256-GCM: 12 bytes iv, then the PKCS#8 key with its tag; base64. */
      sealedKey: z.string(),
    }),
    errors: ['keys.off', 'keys.none', 'keys.pin-wrong', 'keys.pin-many', 'address.not-yours'],
    rate: { max: 60, perSeconds: 60 },
  }),
  getKeyByEmail: endpoint({
    id: 'E61',
    method: 'POST',
    path: 'keymanagement/key/getKeyByEmail',
    summary: 'Certificates of colleagues by address, and which addresses have none',
    guard: 'session',
    member: 'read',
    body: z.object({
      emails: z.array(text(320)).min(1).max(limits.recipients),
      emailAddr: ownAddress,
    }),
    reply: z.object({ list: z.array(peopleCertificate), missing: z.array(z.string()) }),
    errors: ['keys.off', 'address.not-yours'],
    rate: { max: 120, perSeconds: 60 },
  }),
  save: endpoint({
    id: 'E63',
    method: 'POST',
    path: 'keymanagement/key/save',
    summary:
      'Keep the first key, which its owner confirms; or with the same certificate and the old proof a new PIN of a key',
    guard: 'session',
    body: z.object({
      ...newKey,
      oldProof: base64(32).optional(),
      confirm: confirmation.optional(),
    }),
    reply: nothing,
    errors: [
      ...confirmErrors,
      'keys.off',
      'keys.exists',
      'keys.bad-certificate',
      'keys.pin-wrong',
      'keys.pin-many',
      'address.not-yours',
    ],
    rate: { max: 30, perSeconds: 60 },
  }),
  sendSms: endpoint({
    id: 'E62',
    method: 'POST',
    path: 'keymanagement/key/sendSms',
    summary: 'Send a code to the own bound phone, to confirm a new key',
    guard: 'session',
    body: z.object({ emailAddr: ownAddress }),
    reply: z.object({ codeId: z.string(), seconds: z.number() }),
    errors: ['keys.off', 'phone.none', 'phone.no-gateway', 'code.too-often', 'address.not-yours'],
    rate: { max: 30, perSeconds: 60 },
  }),
  resetKey: endpoint({
    id: 'E64',
    method: 'POST',
    path: 'mail/keyms/resetKey',
    summary:
      'A new key in place of the one in use, which stays for old mail; its owner confirms it (KEYS-08)',
    guard: 'session',
    body: z.object({ ...newKey, confirm: confirmation }),
    reply: nothing,
    errors: [
      ...confirmErrors,
      'keys.off',
      'keys.none',
      'keys.known',
      'keys.bad-certificate',
      'address.not-yours',
    ],
    rate: { max: 30, perSeconds: 60 },
  }),
  getRandomCode: endpoint({
    id: 'E20',
    method: 'GET',
    path: 'keymanagement/key/getRandomCode',
    summary: 'A code that the browser signs with a key it brings, good once and for ten minutes',
    guard: 'session',
    query: z.object({ emailAddr: ownAddress }),
    reply: z.object({ randomCode: z.string() }),
    errors: ['keys.off', 'address.not-yours'],
    rate: { max: 30, perSeconds: 60 },
  }),
  peers: endpoint({
    id: 'X271',
    method: 'GET',
    path: 'keymanagement/peer/list',
    summary: 'Certificates of people outside that the caller took',
    guard: 'session',
    query: z.object({ emailAddr: ownAddress }),
    reply: z.object({ list: z.array(peer) }),
    errors: ['keys.off', 'address.not-yours'],
  }),
  savePeer: endpoint({
    id: 'X272',
    method: 'POST',
    path: 'keymanagement/peer/save',
    summary: 'Take a certificate of somebody outside, in place of an earlier one',
    guard: 'session',
    body: z.object({
      email: text(320).min(3),
      /** X.509 in DER, base64: RSA from 2048 bits, or an elliptic curve of NIST; the address is in it. */
      certificate: base64(8192),
      capabilities: z.array(z.string().regex(/^\d+(?:\.\d+){2,20}$/)).max(60),
      emailAddr: ownAddress,
    }),
    reply: nothing,
    errors: [
      'keys.off',
      'keys.bad-certificate',
      'keys.colleague',
      'keys.many',
      'address.not-yours',
    ],
    rate: { max: 60, perSeconds: 60 },
  }),
  removePeer: endpoint({
    id: 'X273',
    method: 'POST',
    path: 'keymanagement/peer/remove',
    summary: 'Nothing is encrypted or verified by that certificate any more',
    guard: 'session',
    body: z.object({ peerId: id, emailAddr: ownAddress }),
    reply: nothing,
    errors: ['keys.off', 'item.not-found', 'address.not-yours'],
  }),
  entity: endpoint({
    id: 'X97',
    method: 'POST',
    path: 'mail/email/entity',
    summary:
      'What the composer holds as a MIME entity (RFC 2045), for the browser to sign and encrypt',
    guard: 'session',
    bodyLimit: 20 * 1024 * 1024,
    body: z.object(content),
    reply: z.object({
      /** Content fields, empty line, body: CRLF lines, base64. */
      entity: z.string(),
    }),
    errors: [
      'keys.off',
      'encrypt.blind',
      'encrypt.separate',
      'encrypt.authorised',
      'paper.gone',
      'mail.no-forward',
      'compose.no-subject',
      'compose.subject-long',
      'compose.bad-characters',
      'compose.no-recipient',
      'compose.bad-address',
      'compose.too-many-recipients',
      'compose.too-many-attachments',
      'compose.duplicate-name',
      'compose.too-big',
      'item.not-found',
      'address.not-yours',
    ],
    rate: { max: 120, perSeconds: 60 },
  }),
}
