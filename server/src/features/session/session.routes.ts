import { session } from '@hongyan/contract/session'
import type { Http } from '../../platform/http/http.ts'
import type { Directory } from '../directory/directory.public.ts'
import type { Sessions } from './session.service.ts'
import type { WhoIs } from './who-is.ts'

export interface SessionParts {
  sessions: Sessions
  directory: Directory
  whoIs: WhoIs
}

/** Tokens and who is signed in. */
export function sessionRoutes(http: Http, { sessions, directory, whoIs }: SessionParts): void {
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
  http.bind(session.userInfo, ({ caller }) => whoIs(caller))
}
