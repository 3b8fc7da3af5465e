import { isDeepStrictEqual } from 'node:util'
import type { Sent } from '@hongyan/contract/compose'
import { AppError } from '../../../platform/errors.ts'
import { asId, type SubmissionId } from '../../../platform/ids.ts'
import type { ComposeDeps } from '../compose-deps.ts'
import { type ComposeContent, contentOf, type Writer } from '../content/compose-content.ts'
import { digestOfSubmission, draftOfSubmission } from '../drafts/drafts.queries.ts'

/** A send that may have been made before, with what it must have in common with that one. */
interface Repeated {
  sendKey: string
  content: Partial<ComposeContent>
  /** Of the whole mail, where it is known; it is kept of protected mail, too, whose text is not. */
  digest?: string
}

/** The whole mail with its read password, as `repeatedReply` compares it. */
export const digestOf = ({ signer }: ComposeDeps, content: ComposeContent): Promise<string> =>
  signer.digest({ ...contentOf(content), readPassword: content.authorisation?.readPassword ?? '' })

/**
 * What was answered when this mail was sent under this key; null when nothing was.
 * @throws draft.sent when it was another mail: a browser that died before it heard of its send goes on under the same
 * key, and what was written since must not be taken for sent
 */
export async function repeatedReply(
  deps: ComposeDeps,
  writer: Writer,
  { sendKey, content, digest }: Repeated,
): Promise<Sent | null> {
  const { accountId } = writer
  const known = await deps.outbox.byKey(accountId, sendKey)
  if (!known) return null
  const id = asId<SubmissionId>(known.id)
  const before =
    digest === undefined ? null : await digestOfSubmission(deps.database, accountId, id)
  const isSame =
    before === null
      ? isSameMail((await draftOfSubmission(deps.database, accountId, id))?.content, content)
      : before === digest
  if (!isSame) throw new AppError('draft.sent')
  const until = known.holdUntil?.toISOString() ?? null
  return {
    submissionId: known.id,
    mailId: known.messageId ?? 0,
    state: known.state,
    undoUntil: known.state === 'held' ? until : null,
    scheduledTime: known.state === 'scheduled' ? until : null,
  }
}

/** Nothing can be said of a mail whose text is no longer kept: then it is another one. */
function isSameMail(kept: unknown, content: Partial<ComposeContent>): boolean {
  if (typeof kept !== 'object' || kept === null) return false
  const asked: object = JSON.parse(JSON.stringify(content))
  return Object.entries(asked).every(([name, value]) =>
    isDeepStrictEqual(Reflect.get(kept, name), value),
  )
}
