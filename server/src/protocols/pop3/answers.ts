import type { ErrorCode } from '@hongyan/contract/errors'
import { refusalBy } from '../shared/refusal.ts'

/** The catalogue's codes as POP3 says them (RFC 2449 §8, RFC 3206); all others are -ERR without a code. */
const codes: Partial<Record<ErrorCode, string>> = {
  'login.failed': 'AUTH',
  'client-access.unbound': 'AUTH',
  // Asked for the code again, its owner would type it again and again.
  'login.too-many': 'SYS/TEMP',
  'login.directory-away': 'SYS/TEMP',
  'server.unavailable': 'SYS/TEMP',
  'trash.emptying': 'IN-USE',
}

/** What an expected trouble is answered with; null for a bug. */
export const refusalOf = refusalBy(codes)

export const okLine = (text: string): string => `+OK ${text}\r\n`

export const errLine = (text: string, code: string | null = null): string =>
  `-ERR ${code === null ? '' : `[${code}] `}${text.replace(/[\r\n]+/g, ' ')}\r\n`
