import { tickets as api } from '@hongyan/contract/tickets'
import type { Http } from '../../platform/http/http.ts'
import type { Tickets } from './tickets.service.ts'

/** Other systems of the organisation; the login itself is bound by `login`. */
export function ticketsRoutes(http: Http, tickets: Tickets): void {
  http.bind(api.look, ({ query }) => tickets.look(query.uapticket))
  http.bind(api.systems, async () => ({ list: await tickets.systems() }))
  http.bind(api.authorize, ({ caller, query }) => tickets.authorize(query.system, caller.address))
}
