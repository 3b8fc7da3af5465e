import { AsyncLocalStorage } from 'node:async_hooks'
import type { SessionId } from './ids.ts'

/** What a member of a mailbox may do there; the contract says it, queries and services name it. */
export type { MemberLevel } from '@hongyan/contract/endpoint'

/** Who is at work: the program and the address it came from; both '' when the server works by itself. */
export interface Actor {
  /** User agent of a browser, or a protocol such as `SMTP`. */
  client: string
  ip: string
  /** Address of the person who works in a mailbox that is not the own one; absent or '' elsewhere. */
  member?: string
}

/** An actor with its request; all absent where the server works by itself. */
export interface Asker extends Actor {
  /** The login whose request it is. */
  login?: SessionId | undefined
  /** Whose turn it is at a gate: the account, or the network of somebody who is not signed in. */
  account?: string
  /** What the client calls the change that it asks for (`originHeader`). */
  origin?: string | undefined
  /** Aborted when the client has gone before its answer was ready. */
  signal?: AbortSignal
  /** What the memory is held for, where that is more than this one piece of work: a command with its literals. */
  holder?: object | undefined
  /** Called when the answer is made or its client has gone: for what lives as long as the request. */
  atEnd?(work: () => void): void
}

/** Why work for a request ended early: there is nobody to answer, and nothing is wrong with us. */
export class ClientGone extends Error {
  constructor() {
    super('the client has gone')
    this.name = 'ClientGone'
  }
}

const nobody: Actor = { client: '', ip: '', member: '' }
const actors = new AsyncLocalStorage<Asker>()

/** Runs the work of a request, so that what it does is logged under the client's name. */
export const runAs = <T>(actor: Asker, work: () => T): T => actors.run(actor, work)

/** Whose request this is. */
export const currentActor = (): Required<Actor> => {
  const { client, ip, member = '' } = actors.getStore() ?? nobody
  return { client, ip, member }
}

/** The login in whose request this is done. */
export const currentLogin = (): SessionId | null => actors.getStore()?.login ?? null

/** The request that this is done for. */
export const currentAsker = (): Asker => actors.getStore() ?? nobody
