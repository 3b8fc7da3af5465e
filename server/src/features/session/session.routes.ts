import { session } from '@hongyan/contract/session'
import type { Http } from '../../platform/http/http.ts'
import type { Directory } from '../directory/directory.public.ts'
import type { Sessions } from './session.service.ts'

export interface SessionParts {
  sessions: Sessions
  directory: Directory
}

/** Tokens and who is signed in. */
export function sessionRoutes(http: Http, { sessions, directory }: SessionParts): void {
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
      associatedAccount: {},
      accountType: 1,
      avatar: '',
    }
  })
}
