import type { CheckItem } from '@hongyan/contract/records'
import { records as contract } from '@hongyan/contract/records'
import type { Clock } from '../../platform/clock.ts'
import type { Http } from '../../platform/http/http.ts'
import type { AccountId } from '../../platform/ids.ts'
import type { Records } from './records.service.ts'

export interface RecordParts {
  records: Records
  selfCheck(accountId: AccountId): Promise<CheckItem[]>
  clock: Clock
}

/** Logs, mail history, retrieval and the self-check. */
export function recordRoutes(http: Http, { records, selfCheck, clock }: RecordParts): void {
  http.bind(contract.userLog, ({ caller, query }) => records.userLog(caller, query))
  http.bind(contract.mailLog, ({ caller, query }) => records.mailLog(caller, query))
  http.bind(contract.history, ({ caller, query }) => records.history(caller, query))
  http.bind(contract.deleted, ({ caller, query }) => records.deleted(caller, query))
  http.bind(contract.recover, async ({ caller, body }) => ({
    count: await records.recover(caller, body.mailIds),
  }))
  http.bind(contract.selfCheck, async ({ caller }) => ({
    list: await selfCheck(caller.accountId),
    serverTime: clock.now().toISOString(),
  }))
}
