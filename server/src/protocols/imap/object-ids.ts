import type { Sought } from '../../mailstore/messages/programs.queries.ts'

/** Names of RFC 8474, from what we know things by. */
export const mailboxId = (folderId: number): string => `F${folderId}`
export const threadIdOf = ({ threadId }: { threadId: number }): string => `T${threadId}`

const hashBytes = 16

/**
 * A message and its copies have one EMAILID. What never changes of a message is the same for all that have it
 * (RFC 8474 §5.1), and INTERNALDATE is a part of that: the same content that came at another time is another one.
 */
export const emailIdOf = ({ blob, receivedAt }: { blob: Buffer; receivedAt: Date }): string =>
  `E${receivedAt.getTime().toString(36)}-${blob.toString('hex', 0, hashBytes)}`

/** What SEARCH EMAILID and THREADID look for; a name that is not ours is that of nothing. */
export function soughtById(of: 'email' | 'thread', id: string): Sought {
  const thread = /^T(\d{1,15})$/.exec(id)?.[1]
  if (of === 'thread') return thread ? { kind: 'thread', id: Number(thread) } : { kind: 'none' }
  const [, time, hash] = /^E(-?[\da-z]{1,9})-([\da-f]{32})$/.exec(id) ?? []
  if (!time || !hash) return { kind: 'none' }
  const receivedAt = new Date(Number.parseInt(time, 36))
  return { kind: 'email', receivedAt, hashBegins: Buffer.from(hash, 'hex') }
}
