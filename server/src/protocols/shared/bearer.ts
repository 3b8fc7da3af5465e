/** Whose access token a program gives; `username` '' where it says nobody's name. */
export interface Bearer {
  username: string
  token: string
}

/** What programs ask with that have a login of the web instead of a code. */
export const bearerMechanisms = ['OAUTHBEARER', 'XOAUTH2'] as const
export type BearerMechanism = (typeof bearerMechanisms)[number]

export const isBearer = (mechanism: string): mechanism is BearerMechanism =>
  bearerMechanisms.some((one) => one === mechanism)

/** `n,a=NAME,^Aauth=Bearer TOKEN^A^A` (RFC 7628 §3.1), or `user=NAME^Aauth=Bearer TOKEN^A^A`. Null for what is neither. */
export function readBearer(mechanism: BearerMechanism, text: string): Bearer | null {
  const [first = '', ...fields] = text.split('\x01')
  // It ends with two: an empty field, and nothing behind it.
  if (fields.length < 3 || fields.at(-1) !== '' || fields.at(-2) !== '') return null
  const tokens = fields.flatMap((one) => /^auth=bearer +([\w.~+/-]+=*) *$/i.exec(one)?.[1] ?? [])
  const username = mechanism === 'XOAUTH2' ? userOf(first) : nameOf(first)
  const [token, another] = tokens
  if (username === null || token === undefined || another !== undefined) return null
  return { username, token: token.slice(0, longestToken) }
}

const longestToken = 200

const userOf = (field: string): string | null => /^user=(.+)$/i.exec(field)?.[1] ?? null

/** The GS2 header (RFC 5801 §4): no channel binding is here, so that `p` is not understood. */
function nameOf(header: string): string | null {
  const found = /^[ny],(?:a=([^,]*))?,$/.exec(header)
  return found ? (found[1] ?? '').replaceAll('=2C', ',').replaceAll('=3D', '=') : null
}

/** Why not, which a program answers before it hears the refusal (RFC 7628 §3.2.2; Google's own for XOAUTH2). */
export const bearerChallenge = (mechanism: BearerMechanism): string =>
  JSON.stringify(
    mechanism === 'OAUTHBEARER'
      ? { status: 'invalid_token' }
      : { status: '401', schemes: 'bearer', scope: 'mail' },
  )
