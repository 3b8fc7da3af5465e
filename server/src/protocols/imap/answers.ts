import type { ErrorCode } from '@hongyan/contract/errors'
import { refusalBy } from '../shared/refusal.ts'

/** How a command ended (RFC 9051 §7.1). */
export interface Done {
  /** A response code without its brackets. */
  code?: string
  text?: string
  /** Something was changed by it: it is answered OK, whatever becomes of the news behind it. */
  hasChanged?: boolean
}

/** The catalogue's codes as IMAP says them (RFC 5530); all others are NO without a code. */
const codes: Partial<Record<ErrorCode, string>> = {
  'folder.not-found': 'NONEXISTENT',
  'folder.name-taken': 'ALREADYEXISTS',
  'folder.name-system': 'ALREADYEXISTS',
  'folder.name-empty': 'CANNOT',
  'folder.name-long': 'CANNOT',
  'folder.bad-parent': 'CANNOT',
  'folder.system': 'CANNOT',
  'folder.has-children': 'HASCHILDREN',
  'folder.locked': 'NOPERM',
  'folder.too-many': 'LIMIT',
  'item.not-found': 'NONEXISTENT',
  'label.too-many': 'LIMIT',
  'label.name-long': 'CANNOT',
  'label.name-empty': 'CANNOT',
  'trash.emptying': 'INUSE',
  'quota.full': 'OVERQUOTA',
  'login.failed': 'AUTHENTICATIONFAILED',
  'login.too-many': 'AUTHENTICATIONFAILED',
  'client-access.unbound': 'AUTHORIZATIONFAILED',
  'login.directory-away': 'UNAVAILABLE',
  'server.unavailable': 'UNAVAILABLE',
}

/** What an expected trouble is answered with; null for a bug. */
export const refusalOf = refusalBy(codes)

/** `TAG OK [CODE] text` */
export const statusLine = (
  head: string,
  { code, text }: { code?: string | null | undefined; text: string },
): string => `${head} ${code ? `[${code}] ` : ''}${text}\r\n`
