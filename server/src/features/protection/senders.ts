import { domainToASCII } from 'node:url'
import type { SenderList } from './known.ts'
import type { Verdict } from './protection.queries.ts'

/**
 * A sender as it stands on a list: an address, or a domain for all its addresses, in lower case, domains in ASCII.
 * @returns null for what is neither
 */
export function normalSender(typed: string): string | null {
  const text = typed.trim().toLowerCase().replace(/^@/, '')
  const at = text.lastIndexOf('@')
  const domain = normalDomain(text.slice(at + 1))
  if (domain === null) return null
  if (at < 0) return domain
  const local = text.slice(0, at)
  return /^[^\s<>"(),:;@[\]\\]{1,64}$/u.test(local) ? `${local}@${domain}` : null
}

function normalDomain(text: string): string | null {
  const domain = domainToASCII(text.replace(/\.$/, ''))
  const isWhole = /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/.test(domain) && domain.length <= 253
  // An address of numbers is no domain.
  return isWhole && !/^[\d.]+$/.test(domain) ? domain : null
}

/** What a list says of an address: itself first, then its domain, then those above it. */
export function verdictOn(list: SenderList, address: string): Verdict | null {
  const sender = list.size === 0 ? null : normalSender(address)
  if (sender === null || !sender.includes('@')) return null
  const exact = list.get(sender)
  if (exact) return exact
  const labels = sender.slice(sender.lastIndexOf('@') + 1).split('.')
  for (let at = 0; at + 1 < labels.length; at++) {
    const found = list.get(labels.slice(at).join('.'))
    if (found) return found
  }
  return null
}
