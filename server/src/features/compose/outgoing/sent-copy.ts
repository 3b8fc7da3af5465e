import { parseMessage } from '@hongyan/mime/parse'
import { headerBlock, withCrlf } from '../../../delivery/outbound/canonical-bytes.ts'
import type { SentCopy } from '../../../mailstore/messages/sent-copies.queries.ts'
import type { AccountId } from '../../../platform/ids.ts'
import type { ComposeDeps } from '../compose-deps.ts'

/**
 * Programs file a copy of what they send in Sent, behind the submission or before it: it is the same mail, so it is there
 * once. The same is what has the Message-ID and, byte for byte, the same body within 15 minutes; headers differ by Bcc and
 * what we add.
 * @param of where the other copy came from
 */
export async function sentCopy(
  { mailstore }: Pick<ComposeDeps, 'mailstore'>,
  accountId: AccountId,
  { raw, of }: { raw: Buffer; of: 'submission' | 'program' },
): Promise<SentCopy | null> {
  const { messageId } = parseMessage(headerBlock(withCrlf(raw))).envelope
  if (!messageId) return null
  const body = bodyOf(raw)
  for (const one of await mailstore.programs.sentCopies(accountId, { messageId, of }))
    if (bodyOf(await mailstore.raw(one)).equals(body)) return one
  return null
}

function bodyOf(raw: Buffer): Buffer {
  const canonical = withCrlf(raw)
  return canonical.subarray(headerBlock(canonical).length)
}
