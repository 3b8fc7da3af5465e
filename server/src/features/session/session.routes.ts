import { session } from '@hongyan/contract/session'
import type { Caller, Http } from '../../platform/http/http.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Directory } from '../directory/directory.public.ts'
import type { Sessions } from './session.service.ts'

export interface SessionParts {
  sessions: Sessions
  directory: Directory
  /** Other mailboxes of a person, by their type. */
  associatedOf(userId: UserId): Promise<Record<string, string>>
}

/** Tokens and who is signed in. */
export function sessionRoutes(
  http: Http,
  { sessions, directory, associatedOf }: SessionParts,
): void {
  http.bind(session.refresh, ({ body }) => sessions.refresh(body.refreshToken))
  http.bind(session.logout, async ({ caller }) => {
    await sessions.logOut(caller)
    return {}
  })
  http.bind(session.logins, async ({ caller }) => ({ list: await sessions.logins(caller) }))
  http.bind(session.endLogin, async ({ caller, body }) => {
    await sessions.endLogin(caller, body.sessionId)
    return {}
  })
  http.bind(session.endOthers, async ({ caller }) => ({ count: await sessions.endOthers(caller) }))
  http.bind(session.domains, async () => ({ domains: await directory.domains() }))
  http.bind(session.userInfo, async ({ caller }) => {
    const user = await directory.user(caller.userId)
    return {
      userName: user?.name ?? '',
      companyName: user?.organisation ?? '',
      partTimeDeptName: '',
      phone: user?.phone ?? '',
      emailAddr: caller.address,
      account: caller.address.slice(0, caller.address.lastIndexOf('@')),
      deptName: user?.department ?? '',
      deptId: user?.departmentId ?? null,
      isAdmin: user?.isAdmin ? (1 as const) : (0 as const),
      gender: user?.gender ?? 2,
      duties: user?.duties ?? '',
      associatedAccount: await associatedOf(caller.person.userId),
      accountType: user?.isPublic ? 2 : 1,
      avatar: '',
      member: memberOf(caller),
    }
  })
}

const memberOf = ({ level, person: { name, address } }: Caller) =>
  level && { userName: name, emailAddr: address, level }
