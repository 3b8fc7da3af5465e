import type { Mailstore } from '../mailstore/mailstore.ts'
import type { CopyOutcome, NewCopy, PreparedMessage } from '../mailstore/types.ts'

/** Stores copies; a folder that a hook named may be gone by now: such copies go to the inbox. Outcomes in their order. */
export async function deliverOrInbox(
  mailstore: Pick<Mailstore, 'deliver'>,
  message: PreparedMessage,
  copies: NewCopy[],
): Promise<CopyOutcome[]> {
  if (copies.length === 0) return []
  const outcomes = await mailstore.deliver(message, copies)
  const lost = copies.flatMap((copy, index) =>
    outcomes[index]?.kind === 'no-folder'
      ? [{ copy: { ...copy, folder: 'inbox' as const }, index }]
      : [],
  )
  if (lost.length === 0) return outcomes
  const again = await mailstore.deliver(
    message,
    lost.map(({ copy }) => copy),
  )
  lost.forEach(({ index }, at) => {
    outcomes[index] = again[at] ?? { kind: 'no-folder' }
  })
  return outcomes
}
