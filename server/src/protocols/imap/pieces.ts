import type { MessageId } from '../../platform/ids.ts'

/**
 * So many messages are changed in one transaction: it holds the account's lock, and new mail waits for it. A program may
 * say `1:*` in a mailbox of 500,000.
 */
const atOnce = 500

/** Changes messages some after the others, where a part may be done (STORE, MOVE by RFC 6851 §3.3, EXPUNGE). */
export async function inPieces(
  ids: readonly MessageId[],
  work: (some: readonly MessageId[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < ids.length; at += atOnce) await work(ids.slice(at, at + atOnce))
}
