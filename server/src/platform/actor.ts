import { AsyncLocalStorage } from 'node:async_hooks'
import type { SessionId } from './ids.ts'

/** Who is at work: the program and the address it came from; both '' when the server works by itself. */
export interface Actor {
  /** User agent of a browser, or a protocol such as `SMTP`. */
  client: string
  ip: string
}

/** An actor with the login whose request it is; absent where nobody is logged in. */
interface LoggedIn extends Actor {
  login?: SessionId | undefined
}

const nobody: Actor = { client: '', ip: '' }
const actors = new AsyncLocalStorage<LoggedIn>()

/** Runs the work of a request, so that what it does is logged under the client's name. */
export const runAs = <T>(actor: LoggedIn, work: () => T): T => actors.run(actor, work)

/** Whose request this is. */
export const currentActor = (): Actor => {
  const { client, ip } = actors.getStore() ?? nobody
  return { client, ip }
}

/** The login in whose request this is done. */
export const currentLogin = (): SessionId | null => actors.getStore()?.login ?? null
