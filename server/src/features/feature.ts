import type { Judge } from '../delivery/inbound/judge.ts'
import type { InboundHook, RcptHook } from '../delivery/inbound/types.ts'
import type { Http } from '../platform/http/http.ts'
import type { WebSockets } from '../platform/http/web-sockets.ts'
import type { Cron } from '../platform/jobs/jobs.ts'
import type { Part } from '../platform/part.ts'

/**
 * What a feature adds to the product, as a value: its `.public.ts` makes one, and `app.ts` lists them. A feature that
 * is taken from that list is gone from every door.
 */
export interface Feature extends Part {
  /** Binds its endpoints. */
  routes?(http: Http): void
  /** Binds its endpoints of the console, which has a port of its own. */
  consoleRoutes?(http: Http): void
  /** Binds the paths where browsers open its sockets. */
  sockets?(sockets: WebSockets): void
  /** Asked, in the order of the list, about each copy that is going to be stored. */
  hooks?: readonly InboundHook[]
  /** Asked about each mail from outside, before the hooks; one feature at most. */
  judge?: Judge
  /** Asked at RCPT about a mailbox, before a byte of the mail. */
  atRcpt?: RcptHook
  crons?: readonly Cron[]
}
