import type { Feature } from '../feature.ts'
import { type OwnPolicy, ownPolicyRoute } from './tls-reports.routes.ts'
import type { TlsReports } from './tls-reports.service.ts'

export { createTlsReports, type TlsReports } from './tls-reports.service.ts'

/** How mail between servers is secured, told: to others what came of theirs, and what is ours. */
export const tlsReportsFeature = (reports: TlsReports, policy: OwnPolicy): Feature => ({
  routes: (http) => ownPolicyRoute(http, policy),
  crons: [{ at: '17 1 * * *', task: 'tls-reports', run: reports.run }],
})
