import { z } from 'zod'
import { content } from './compose-content.ts'
import { endpoint } from './endpoint.ts'
import { nothing, ownAddress, text } from './fields.ts'
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

/** A certificate of a colleague. */
export const colleagueCertificate = z.object({
  /** The address as it was asked for. */
  email: z.string(),
  /** X.509 (RFC 5280) in DER, base64. */
  certificate: z.string(),
})

/** The own key, without what is secret in it. */
export const ownKey = z.object({
  certificate: z.string(),
  /** Address in the certificate. */
  email: z.string(),
  salt: z.string(),
  iterations: z.number(),
  createdTime: z.string(),
})
export type OwnKey = z.infer<typeof ownKey>

/**
 * S/MIME keys (decision G84). The private key is made and used in the browser; the server holds it sealed with a key
 * that is derived of the PIN, and a hash of a proof that is derived of it apart. It never has PIN or private key.
 */
export const smime = {
  own: endpoint({
    id: 'X96',
    method: 'GET',
    path: 'keymanagement/key/own',
    summary: 'The own certificate, and how the PIN is turned into a key; null while there is none',
    guard: 'session',
    query: z.object({ emailAddr: ownAddress }),
    reply: z.object({ key: ownKey.nullable() }),
    errors: ['keys.off', 'address.not-yours'],
  }),
  keyPinVerify: endpoint({
    id: 'E60',
    method: 'POST',
    path: 'keymanagement/key/keyPinVerify',
    summary: 'Hands the sealed private key to its owner, who proves to know the PIN; five tries',
    guard: 'session',
    body: z.object({ proof: base64(32), emailAddr: ownAddress }),
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
    reply: z.object({ list: z.array(colleagueCertificate), missing: z.array(z.string()) }),
    errors: ['keys.off', 'address.not-yours'],
    rate: { max: 120, perSeconds: 60 },
  }),
  save: endpoint({
    id: 'E63',
    method: 'POST',
    path: 'keymanagement/key/save',
    summary: 'Keep a new key, or with the same certificate and the old proof a new PIN of it',
    guard: 'session',
    body: z.object({
      /** Self-signed X.509 in DER, base64: RSA of 2048 bits or more, the own address its one name. */
      certificate: base64(8192),
      sealedKey: base64(8192),
      ...derivation,
      proof: base64(32),
      oldProof: base64(32).optional(),
      emailAddr: ownAddress,
    }),
    reply: nothing,
    errors: [
      'keys.off',
      'keys.exists',
      'keys.bad-certificate',
      'keys.pin-wrong',
      'keys.pin-many',
      'address.not-yours',
    ],
    rate: { max: 30, perSeconds: 60 },
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
