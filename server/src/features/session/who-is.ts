import type { MemberLevel } from '@hongyan/contract/endpoint'
import type { UserInfo } from '@hongyan/contract/session'
import type { UserId } from '../../platform/ids.ts'
import type { Directory } from '../directory/directory.public.ts'

interface Options {
  directory: Pick<Directory, 'user'>
  /** Other mailboxes of a person, by their type. */
  associatedOf(userId: UserId): Promise<Record<string, string>>
}

/** Whose mailbox it is, and the person at work in it. */
interface Caller {
  userId: UserId
  address: string
  level: MemberLevel | null
  person: { userId: UserId; name: string; address: string }
}

export type WhoIs = ReturnType<typeof createWhoIs>

/** Who is signed in, and in whose mailbox. */
export const createWhoIs =
  ({ directory, associatedOf }: Options) =>
  async (caller: Caller): Promise<UserInfo> => {
    const [user, associatedAccount] = await Promise.all([
      directory.user(caller.userId),
      associatedOf(caller.person.userId),
    ])
    return {
      userName: user?.name ?? '',
      companyName: user?.organisation ?? '',
      partTimeDeptName: '',
      phone: user?.phone ?? '',
      emailAddr: caller.address,
      account: caller.address.slice(0, caller.address.lastIndexOf('@')),
      deptName: user?.department ?? '',
      deptId: user?.departmentId ?? null,
      isAdmin: user?.hasConsole ? 1 : 0,
      gender: user?.gender ?? 2,
      duties: user?.duties ?? '',
      associatedAccount,
      accountType: user?.isPublic ? 2 : 1,
      avatar: '',
      member: memberOf(caller),
    }
  }

const memberOf = ({ level, person: { name, address } }: Caller): UserInfo['member'] =>
  level && { userName: name, emailAddr: address, level }
