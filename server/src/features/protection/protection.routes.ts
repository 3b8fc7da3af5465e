import { protection as contract } from '@hongyan/contract/protection'
import type { HeldClass } from '@hongyan/contract/protection-fields'
import type { Http } from '../../platform/http/http.ts'
import type { AccountId } from '../../platform/ids.ts'
import type { Known } from './known.ts'
import type { ListOwner } from './protection.queries.ts'
import type { Protection } from './protection.service.ts'
import type { Quarantine } from './quarantine.ts'
import type { Reports } from './reports/reports.ts'

export interface OwnParts {
  service: Protection
  quarantine: Quarantine
  reports: Reports
  known: Pick<Known, 'organisation'>
}

/** A person's own list of senders, and mail that is held for the person. */
export function protectionRoutes(
  http: Http,
  { service, quarantine, reports, known }: OwnParts,
): void {
  const ownerOf = async (accountId: AccountId): Promise<ListOwner> => ({
    organisation: (await known.organisation()) ?? (0 as never),
    accountId,
  })
  http.bind(contract.senders, async ({ caller, query: { before = null, pageSize } }) =>
    service.senders(await ownerOf(caller.accountId), { before, keyword: '', pageSize }),
  )
  http.bind(contract.saveSender, async ({ caller, body }) => {
    const owner = await ownerOf(caller.accountId)
    const { id } = await service.putSender(owner, { ...body, note: '' })
    return { id }
  })
  http.bind(contract.removeSender, async ({ caller, body }) => {
    await service.dropSender(await ownerOf(caller.accountId), body.id)
    return {}
  })
  http.bind(contract.held, async ({ caller, query: { before = null, pageSize } }) => {
    const rows = await quarantine.own(caller.accountId, { before, limit: pageSize + 1 })
    const list = rows.slice(0, pageSize).map((row) => ({
      id: row.id,
      class: row.class as HeldClass,
      fromName: row.fromName,
      fromAddress: row.fromAddress,
      subject: row.subject,
      heldTime: row.heldAt.toISOString(),
      expiresTime: row.expiresAt.toISOString(),
      asked: row.askedAt !== null,
    }))
    return { list, hasMore: rows.length > pageSize }
  })
  http.bind(contract.askRelease, async ({ caller, body }) => {
    await quarantine.ask(caller.accountId, body.id)
    return {}
  })
  http.bind(contract.report, ({ caller, body }) => reports.report(caller, body))
  http.bind(contract.withdraw, async ({ caller, body }) => {
    await reports.withdraw(caller.accountId, body.mailId)
    return {}
  })
}
