import { type ConsoleSessions, consoleDoor, createConsoleActs } from '../console/console.public.ts'
import type { Feature } from '../feature.ts'
import { createRotation } from './dkim-rotation.ts'
import { createDomains, type DomainParts } from './domains.service.ts'
import { domainRoutes } from './domains-console.routes.ts'
import { createDomainReports, type ReportParts } from './reports/domain-reports.ts'

export { recordsForDoctor } from './records-for-doctor.ts'

type Options = Omit<DomainParts, 'acts'> & ReportParts & { consoleSessions: ConsoleSessions }

/** Domains: a page of the console, and what other servers report of them. */
export function domainsFeature(options: Options): Feature {
  const { database, consoleSessions } = options
  const parts = { ...options, acts: createConsoleActs({ database }) }
  const reports = createDomainReports(options)
  return {
    consoleRoutes: (http) =>
      domainRoutes(consoleDoor(http, consoleSessions), {
        domains: createDomains(parts),
        keys: createRotation(parts),
        reports,
      }),
    hooks: [reports.hook],
    crons: [{ at: '17 4 * * *', task: 'sweep-domain-reports', run: () => reports.sweep() }],
    stop: () => reports.stop(),
  }
}
