import { randomBytes } from 'node:crypto'
import { scramRounds, scramSalt } from '../../platform/crypto/scram.ts'

/** The first message of a program that comes in by SCRAM (RFC 5802 §7). */
export interface ClientFirst {
  /** `n,,` or `p=tls-exporter,,`: said again, with what it names, in the last message. */
  header: string
  /** The kind of channel binding; null: none. */
  binding: string | null
  bare: string
  username: string
  nonce: string
}

const first =
  /^(([ny]|p=([A-Za-z0-9.-]{1,40})),(?:a=([^,]*))?,)(n=([^,]{1,320}),r=([\x21-\x2b\x2d-\x7e]{8,256}))$/

/** Null where it is none, or asks for what we do not offer. @param plus SCRAM-SHA-256-PLUS was chosen */
export function readClientFirst(text: string, plus: boolean): ClientFirst | null {
  const match = first.exec(text)
  if (!match) return null
  const [, header = '', flag, binding = null, as, bare = '', name = '', nonce = ''] = match
  // RFC 5802 §6: who says that we have no binding was lied to, for it is always offered.
  if (flag === 'y' || plus !== (binding !== null)) return null
  const username = plainName(name)
  const isOther = as !== undefined && as !== '' && plainName(as) !== username
  return username === null || isOther ? null : { header, binding, bare, username, nonce }
}

/** `=2C` and `=3D` stand for a comma and an equals sign, and no other `=` stands in a name. */
const plainName = (name: string): string | null =>
  /=(?!2C|3D)/.test(name) ? null : name.replaceAll('=2C', ',').replaceAll('=3D', '=')

/** The challenge, and what it will be answered with. */
export function challengeOf({ nonce, bare }: ClientFirst) {
  const whole = nonce + randomBytes(18).toString('base64')
  const text = `r=${whole},s=${scramSalt.toString('base64')},i=${scramRounds}`
  return { text, nonce: whole, begun: `${bare},${text}` }
}

export interface ClientFinal {
  proof: Buffer
  /** What both sides have signed. */
  authMessage: string
}

const last =
  /^(c=([A-Za-z0-9+/]{1,400}={0,2}),r=([\x21-\x2b\x2d-\x7e]{8,400})),p=([A-Za-z0-9+/]{43}=)$/

/** Null where it does not answer the challenge, or came over another line. @param bound the gs2 header and the binding */
export function readClientFinal(
  text: string,
  challenge: ReturnType<typeof challengeOf>,
  bound: Buffer,
): ClientFinal | null {
  const [, bare = '', binding = '', nonce, proof = ''] = last.exec(text) ?? []
  const isOurs = nonce === challenge.nonce && Buffer.from(binding, 'base64').equals(bound)
  if (!isOurs) return null
  return { proof: Buffer.from(proof, 'base64'), authMessage: `${challenge.begun},${bare}` }
}
