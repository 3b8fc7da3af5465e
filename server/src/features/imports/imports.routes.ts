import { imports as contract } from '@hongyan/contract/imports'
import { limits } from '@hongyan/contract/limits'
import type { Http } from '../../platform/http/http.ts'
import type { Imports } from './imports.service.ts'

/** Mail from files (N5). */
export function importRoutes(http: Http, imports: Imports): void {
  http.bind(contract.receive, async ({ caller, query, onDisk }) => {
    // Before the file comes in: what nobody may have is not taken.
    const row = await imports.begin(caller, query)
    return onDisk(limits.importFile, (file) => imports.receive(row, file))
  })
  http.bind(contract.finish, ({ caller, body }) => imports.finish(caller, body.jobId))
  http.bind(contract.state, ({ caller, query }) => imports.state(caller, query.jobId))
  http.bind(contract.stop, async ({ caller, body }) => {
    await imports.stop(caller, body.jobId)
    return {}
  })
}
