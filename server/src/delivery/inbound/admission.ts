import { replies } from './replies.ts'
import type { Directory, Recipient, Reply } from './types.ts'

export type Admission = { kind: 'accepted'; mailbox: Recipient } | { kind: 'refused'; reply: Reply }

/**
 * Decides about an address at RCPT: only mailboxes of our own domains are accepted.
 * @param address `local@domain`, or `postmaster` alone (RFC 5321 §4.1.1.3)
 * @throws what the directory throws when it cannot be reached
 */
export async function admit(directory: Directory, address: string): Promise<Admission> {
  const at = address.lastIndexOf('@')
  const local = unquoted(at < 0 ? address : address.slice(0, at))
  const domain = at < 0 ? null : address.slice(at + 1)
  const found = domain === null ? null : await directory.findRecipient(`${local}@${domain}`)
  // Asked only about strangers: a mailbox that is there has a domain of ours, and most mail is for one.
  if (!found && domain !== null && !(await directory.isLocalDomain(domain.toLowerCase()))) {
    return { kind: 'refused', reply: replies.relayingDenied }
  }
  const mailbox =
    found ?? (local.toLowerCase() === 'postmaster' ? await directory.postmaster?.() : null)
  if (!mailbox) return { kind: 'refused', reply: replies.unknownUser }
  if (mailbox.disabled) return { kind: 'refused', reply: replies.disabled }
  if (mailbox.full) return { kind: 'refused', reply: replies.full }
  return { kind: 'accepted', mailbox }
}

/** `"john"@x` and `john@x` are the same mailbox (RFC 5321 §4.1.2); stranger quoted names stay as they are. */
const unquoted = (local: string): string => /^"([A-Za-z0-9._+-]+)"$/.exec(local)?.[1] ?? local
