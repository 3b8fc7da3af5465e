import type { Maildrop } from '../../mailstore/messages/maildrop.queries.ts'
import type { FolderId, MessageId } from '../../platform/ids.ts'
import { Refusal } from '../shared/refusal.ts'

/** The mailbox as it was at the login: its numbers stay as they are until QUIT (RFC 1939 §5). */
export interface Drop {
  readonly folderId: FolderId
  /** How many there are, those that are marked too. */
  readonly size: number
  /** Of those that are not marked. */
  readonly total: { count: number; bytes: number }
  /** Numbers of those that are not marked. */
  numbers(): Iterable<number>
  /** @throws Refusal for a number that no message has, or one that is marked */
  at(number: number): { id: MessageId; uid: number; bytes: number }
  /** Stable and never used again (RFC 1939 §7): a UID is not, within its UIDVALIDITY. */
  uniqueId(number: number): string
  mark(number: number): void
  unmarkAll(): void
  marked(): MessageId[]
}

/** What a number of a message takes while it comes from the database: its text, and a place in a list. */
export const bytesOfNumber = 150

export function createDrop(
  { id: folderId, uidValidity }: { id: FolderId; uidValidity: number },
  { ids, uids, sizes }: Maildrop,
): Drop {
  const gone = new Set<number>()
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  let left = bytes
  const at: Drop['at'] = (number) => {
    const [id, uid, size] = [ids[number - 1], uids[number - 1], sizes[number - 1]]
    if (id === undefined || uid === undefined || size === undefined)
      throw new Refusal('There is no such message')
    if (gone.has(number)) throw new Refusal('This message is deleted')
    return { id, uid, bytes: size }
  }
  return {
    folderId,
    size: ids.length,
    get total() {
      return { count: ids.length - gone.size, bytes: left }
    },
    numbers: function* () {
      for (let number = 1; number <= ids.length; number++) if (!gone.has(number)) yield number
    },
    at,
    uniqueId: (number) => `${uidValidity}.${at(number).uid}`,
    mark: (number) => {
      left -= at(number).bytes
      gone.add(number)
    },
    unmarkAll: () => {
      gone.clear()
      left = bytes
    },
    marked: () => [...gone].flatMap((number) => ids[number - 1] ?? []),
  }
}
