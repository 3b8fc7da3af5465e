import { bulk as contract } from '@hongyan/contract/bulk'
import type { Http } from '../../platform/http/http.ts'
import type { Bulk } from './bulk.service.ts'

/** Actions on all mail of a folder. */
export function bulkRoutes(http: Http, bulk: Bulk): void {
  http.bind(contract.start, ({ caller, body }) => bulk.start(caller, body))
  http.bind(contract.running, ({ caller }) => bulk.running(caller))
  http.bind(contract.undo, ({ caller, body }) => bulk.undo(caller, body.jobId))
  http.bind(contract.stop, async ({ caller, body }) => {
    await bulk.stop(caller, body.jobId)
    return {}
  })
}
