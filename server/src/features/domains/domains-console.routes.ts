import { domainsEndpoints as api } from '@hongyan/contract/console-domains'
import type { ConsoleDoor } from '../console/console.public.ts'
import type { createRotation } from './dkim-rotation.ts'
import type { createDomains } from './domains.service.ts'
import type { createDomainReports } from './reports/domain-reports.ts'

interface Desks {
  domains: ReturnType<typeof createDomains>
  keys: ReturnType<typeof createRotation>
  reports: Pick<ReturnType<typeof createDomainReports>, 'figures' | 'tlsFigures'>
}

/** X438 to X447a. */
export function domainRoutes(door: ConsoleDoor, { domains, keys, reports }: Desks): void {
  door.bind(api.domains, (_, work) => domains.list(work))
  door.bind(api.addDomain, async ({ body }, work) => {
    await domains.add(work, body)
    return {}
  })
  door.bind(api.removeDomain, async ({ body }, work) => {
    await domains.remove(work, body.name)
    return {}
  })
  door.bind(api.changeDomain, async ({ body }, work) => {
    await domains.change(work, body.name, body.catchAll)
    return {}
  })
  door.bind(api.domainRecords, ({ query }, work) => domains.records(work, query.name))
  door.bind(api.checkDomain, ({ body }, work) => domains.check(work, body.name))
  door.bind(api.addDkimKey, ({ body }, work) => keys.add(work, body.name))
  door.bind(api.signWithKey, async ({ body }, work) => {
    await keys.sign(work, body)
    return {}
  })
  door.bind(api.removeDkimKey, async ({ body }, work) => {
    await keys.remove(work, body.name, body.selector)
    return {}
  })
  door.bind(api.dmarcReports, async ({ query }, work) =>
    reports.figures(await domains.nameOf(work, query.name)),
  )
  door.bind(api.tlsReports, async ({ query }, work) =>
    reports.tlsFigures(await domains.nameOf(work, query.name)),
  )
}
