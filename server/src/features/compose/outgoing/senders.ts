import type { MemberLevel } from '../../../platform/actor.ts'
import { AppError } from '../../../platform/errors.ts'
import type { AccountId, UserId } from '../../../platform/ids.ts'
import type { ComposeDeps } from '../compose-deps.ts'

/** A mailbox that somebody may send from; `level` null: the own one. */
export interface SendingBox {
  accountId: AccountId
  level: MemberLevel | null
}

/** Who sends, and every address that may stand in the mail as its sender, in the directory's spelling. */
export interface Senders {
  person: { userId: UserId; accountId: AccountId; address: string; name: string }
  /** @throws address.not-yours: nobody sends in another's name (RFC 6409 §6.1) */
  boxOf(address: string): SendingBox
}

/** Of the own mailbox and its aliases, and of the mailboxes whose members may send. */
export async function sendersOf(
  { directory, boxMail }: ComposeDeps,
  accountId: AccountId,
): Promise<Senders> {
  const owner = await directory.ownerOf(accountId)
  if (!owner) throw new AppError('address.not-yours')
  const boxes = new Map<string, SendingBox>()
  for (const box of await boxMail.writableBy(owner.userId))
    for (const address of await directory.addressesOf(box.accountId)) boxes.set(address, box)
  for (const address of await directory.addressesOf(accountId))
    boxes.set(address, { accountId, level: null })
  return {
    person: { ...owner, accountId },
    boxOf: (address) => {
      const box = boxes.get(address.toLowerCase())
      if (!box) throw new AppError('address.not-yours')
      return box
    },
  }
}
