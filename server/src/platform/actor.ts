import { AsyncLocalStorage } from 'node:async_hooks'

/** Who is at work: the program and the address it came from; both '' when the server works by itself. */
export interface Actor {
  /** User agent of a browser, or a protocol such as `SMTP`. */
  client: string
  ip: string
}

const nobody: Actor = { client: '', ip: '' }
const actors = new AsyncLocalStorage<Actor>()

/** Runs the work of a request, so that what it does is logged under the client's name. */
export const runAs = <T>(actor: Actor, work: () => T): T => actors.run(actor, work)

/** Whose request this is. */
export const currentActor = (): Actor => actors.getStore() ?? nobody
