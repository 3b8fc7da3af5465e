import type { MemberLevel } from '@hongyan/contract/endpoint'
import { associatedType, type OtherMailbox, publicType } from '@hongyan/contract/public-boxes'
import type { TokenPair } from '@hongyan/contract/session'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, UserId } from '../../platform/ids.ts'
import { normalAddress } from '../directory/directory.public.ts'
import type { Sessions, Switching } from '../session/session.public.ts'
import {
  type MailboxRow,
  type MemberRow,
  mailboxesOf,
  membersOf,
  removeMember,
  saveMember,
} from './public-boxes.queries.ts'

interface Options {
  database: Database
  mailstore: Pick<Mailstore, 'record'>
  sessions: Pick<Sessions, 'enterMailbox' | 'leaveMailbox'>
}

/** Whose membership of which mailbox. */
interface Which {
  accountId: AccountId
  userId: UserId
}

export type PublicBoxes = ReturnType<typeof createPublicBoxes>

/** Public mailboxes and associated accounts: who may work there, and going there and back. */
export function createPublicBoxes({ database, mailstore, sessions }: Options) {
  return {
    /** Where a person may go; the same in every mailbox, for it is the person's and not the mailbox's. */
    mailboxesOf: async (userId: UserId): Promise<OtherMailbox[]> =>
      (await mailboxesOf(database, userId)).map(asOtherMailbox),
    /** Addresses of the associated accounts of a person, by type, with commas between (G54). */
    associatedOf: async (userId: UserId): Promise<Record<string, string>> => {
      const own = (await mailboxesOf(database, userId)).filter((one) => !one.isPublic)
      const addresses = own.map((one) => one.address).join(',')
      return addresses === '' ? {} : { [associatedType]: addresses }
    },

    /**
     * Goes to work in another mailbox. One that is not there and one that is not for this person are the same.
     * @throws publicbox.not-yours
     */
    enter: async (
      caller: Switching,
      { emailAddr, type }: { emailAddr: string; type?: number | undefined },
    ): Promise<TokenPair> => {
      const { userId, accountId } = caller.person
      const wanted = normalAddress(emailAddr.trim())
      const box = (await mailboxesOf(database, userId)).find((one) => one.address === wanted)
      if (!box || (type !== undefined && type !== typeOf(box)))
        throw new AppError('publicbox.not-yours')
      const note = { accountId, kind: 'switch', peer: box.address }
      return sessions.enterMailbox(caller, box.accountId, (tx) => mailstore.record(tx, note))
    },
    /** Back to the own mailbox. @throws publicbox.not-away */
    leave: (caller: Switching): Promise<TokenPair> => sessions.leaveMailbox(caller),

    /** For an administrator: sessions that are open follow with their next call, sockets within a heartbeat. */
    grant: async (which: Which, how: { level: MemberLevel; until: Date | null }): Promise<void> => {
      await saveMember(database, which, how)
    },
    /** @returns false when there was nothing to take away */
    revoke: async (which: Which): Promise<boolean> => (await removeMember(database, which)) > 0,
    /** Also those whose time is over. */
    membersOf: (accountId: AccountId): Promise<MemberRow[]> => membersOf(database, accountId),
  }
}

const typeOf = ({ isPublic }: MailboxRow): number => (isPublic ? publicType : associatedType)

const asOtherMailbox = (row: MailboxRow): OtherMailbox => ({
  emailAddr: row.address,
  userName: row.name,
  type: typeOf(row),
  level: row.level,
  until: row.until?.toISOString() ?? '',
})
