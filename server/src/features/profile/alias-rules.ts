import { limits } from '@hongyan/contract/limits'
import { AppError } from '../../platform/errors.ts'
import { normalAddress } from '../directory/directory.public.ts'

/**
 * Names by which a domain is reached as such (RFC 2142), and those to which certification authorities send the proof for
 * a certificate (CA/Browser Forum, Baseline Requirements §3.2.2.4.4): who had one could answer for the organisation.
 */
export const reservedNames: ReadonlySet<string> = new Set(
  'postmaster hostmaster webmaster abuse noc security admin administrator root sysadmin ssladmin ssladministrator is it mis info marketing sales support help service usenet news uucp ftp www mail smtp imap pop pop3 mailer-daemon mailerdaemon daemon nobody system noreply no-reply donotreply do-not-reply bounce bounces all everyone staff hr finance legal ceo cfo cto boss'.split(
    ' ',
  ),
)

/** Letters, digits, and between them single dots, hyphens and underscores: what every mail program takes and nobody mistakes. */
const form = /^[a-z0-9]+(?:[._-][a-z0-9]+)*$/

/** The address as it is kept. @throws alias.invalid, alias.reserved */
export function checkedAlias(typed: string, domains: readonly string[]): string {
  const wrong = () =>
    new AppError('alias.invalid', { min: String(limits.aliasMin), max: String(limits.aliasMax) })
  if (typed.split('@').length !== 2) throw wrong()
  const address = normalAddress(typed.trim())
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  const isFormed =
    form.test(local) && local.length >= limits.aliasMin && local.length <= limits.aliasMax
  if (!isFormed || !domains.includes(address.slice(at + 1))) throw wrong()
  if (reservedNames.has(local) || reservedNames.has(local.replaceAll(/[._-]/g, '')))
    throw new AppError('alias.reserved')
  return address
}
