import { messageIdIn } from '@hongyan/mime/head'
import { readHeaders } from '@hongyan/mime/headers'
import { DEFAULT_LIMITS } from '@hongyan/mime/limits'
import { canonicalDigest, splitMail } from '../../../delivery/outbound/canonical-in-turns.ts'
import type { SentCopy } from '../../../mailstore/messages/sent-copies.queries.ts'
import type { AccountId } from '../../../platform/ids.ts'
import type { ComposeDeps } from '../compose-deps.ts'

/**
 * Programs file a copy of what they send in Sent, behind the submission or before it: it is the same mail, so it is there
 * once. The same is what has the Message-ID and, byte for byte, the same body within 15 minutes; headers differ by Bcc and
 * what we add. The body is looked at only where a copy may be the same. A field that the submission had not, or had
 * otherwise, makes it another mail: a program that changes a message files the new one and expunges the old.
 * @param of where the other copies came from
 */
export async function sentCopies(
  { mailstore }: Pick<ComposeDeps, 'mailstore'>,
  accountId: AccountId,
  { raw, of }: { raw: Buffer; of: 'submission' | 'program' },
): Promise<SentCopy[]> {
  const split = splitMail(raw, DEFAULT_LIMITS.headerBlock)
  if (!split) return []
  const messageId = messageIdIn(readHeaders(split.header))
  if (!messageId) return []
  const copies = await mailstore.programs.sentCopies(accountId, { messageId, of })
  if (copies.length === 0) return []
  const digest = await canonicalDigest(split.body)
  const same: SentCopy[] = []
  for (const one of copies) {
    const other = splitMail(await mailstore.raw(one), DEFAULT_LIMITS.headerBlock)
    if (!other || !(await canonicalDigest(other.body)).equals(digest)) continue
    if (of === 'program' || !hasOwnFields(split.header, other.header)) same.push(one)
  }
  return same
}

/** Fields that a program keeps for itself: it does not send them. */
const keptFields = /^(?:bcc|fcc|x-identity-key|x-account-key|x-mozilla-(?:draft-info|status2?))$/

function hasOwnFields(filed: Buffer, sent: Buffer): boolean {
  const known = new Set(fieldsOf(sent).map(({ field }) => field))
  return fieldsOf(filed).some(({ name, field }) => !keptFields.test(name) && !known.has(field))
}

/** The fields of a header with what stands in them, however they are folded. */
const fieldsOf = (header: Buffer): { name: string; field: string }[] =>
  header
    .toString('latin1')
    .split(/\r?\n(?![ \t])/)
    .flatMap((line) => {
      const [, written = '', value = ''] = /^([!-9;-~]{1,200})[ \t]*:(.*)$/s.exec(line) ?? []
      const name = written.toLowerCase()
      return name === '' ? [] : [{ name, field: `${name}:${value.replace(/\s+/g, ' ').trim()}` }]
    })
