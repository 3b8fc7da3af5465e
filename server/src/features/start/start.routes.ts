import { start as contract } from '@hongyan/contract/start'
import type { Http } from '../../platform/http/http.ts'
import type { Start } from './start.service.ts'

/** X311. */
export function startRoutes(http: Http, start: Start): void {
  http.bind(contract.first, ({ caller, query }) => start.first(caller, query))
}
