import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { KeptMessage, NewCopy } from '../../mailstore/types.ts'
import type { AccountId, FolderId } from '../../platform/ids.ts'

export interface ReadyMail {
  message: KeptMessage
  copy: NewCopy
}

/**
 * What one run brings into a mailbox: the nth copy of the same bytes and moment in a folder comes when that folder had
 * fewer than n before. So a directory that holds a mail twice brings two, and the same directory once more none.
 */
export function createNotTwice(mailstore: Pick<Mailstore, 'countsAt'>) {
  const met = new Map<string, number>()
  const brought = new Map<string, number>()
  const addTo = (map: Map<string, number>, key: string): number => {
    const count = (map.get(key) ?? 0) + 1
    map.set(key, count)
    return count
  }
  return async (
    at: { accountId: AccountId; folderId: FolderId },
    ready: readonly ReadyMail[],
  ): Promise<ReadyMail[]> => {
    const keyOf = ({ blob, receivedAt }: { blob: Buffer; receivedAt: Date }): string =>
      `${at.folderId} ${blob.toString('hex')} ${receivedAt.getTime()}`
    const wanted = ready.map(({ message, copy }) => ({
      blob: message.blob.hash,
      receivedAt: copy.receivedAt,
    }))
    const counts = await mailstore.countsAt(at, wanted)
    // Those of this very group are not there yet.
    const before = new Map(
      counts.map((one) => {
        const key = keyOf(one)
        return [key, one.count - (brought.get(key) ?? 0)]
      }),
    )
    return ready.filter(({ message, copy }) => {
      const key = keyOf({ blob: message.blob.hash, receivedAt: copy.receivedAt })
      const isNew = addTo(met, key) > (before.get(key) ?? 0)
      if (isNew) addTo(brought, key)
      return isNew
    })
  }
}
export type NotTwice = ReturnType<typeof createNotTwice>
