import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** What a ticket says (RFC 7519 §4.1). */
const claims = z.object({
  iss: z.string().min(1).max(60),
  sub: z.string().min(3).max(320),
  aud: z.string().max(500),
  iat: z.number().int(),
  exp: z.number().int(),
  jti: z.string().min(8).max(200),
})
export type TicketClaims = z.infer<typeof claims>

/** One algorithm: a ticket does not choose how it is checked (RFC 8725 §3.1). */
const header = z.object({ alg: z.literal('HS256'), typ: z.literal('JWT').optional() }).strict()

const jsonOf = (part: string): unknown => {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return null
  }
}

const signatureOf = (body: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(body).digest()

export function writeJwt(said: TicketClaims, secret: string): string {
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const body = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(said)}`
  return `${body}.${signatureOf(body, secret).toString('base64url')}`
}

/** @param secretOf of the system that it says it comes from @returns null when anything is wrong with it */
export async function readJwt(
  text: string,
  secretOf: (system: string) => Promise<string | null>,
): Promise<TicketClaims | null> {
  const [head = '', body = '', signature = '', ...more] = text.split('.')
  if (more.length > 0 || !header.safeParse(jsonOf(head)).success) return null
  const said = claims.safeParse(jsonOf(body))
  const secret = said.success ? await secretOf(said.data.iss) : null
  if (!said.success || secret === null) return null
  const given = Buffer.from(signature, 'base64url')
  const right = signatureOf(`${head}.${body}`, secret)
  return given.length === right.length && timingSafeEqual(given, right) ? said.data : null
}
