import type { Feature } from '../feature.ts'
import { bulkRoutes } from './bulk.routes.ts'
import type { Bulk } from './bulk.service.ts'

export { type Bulk, type BulkNews, bulkTopic, createBulk } from './bulk.service.ts'

export const bulkFeature = (bulk: Bulk): Feature => ({
  routes: (http) => bulkRoutes(http, bulk),
  crons: [{ at: '47 * * * *', task: 'sweep-bulk', run: () => bulk.sweep() }],
})
