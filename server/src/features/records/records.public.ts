import type { Feature } from '../feature.ts'
import { recordRoutes } from './records.routes.ts'

export { createRecords } from './records.service.ts'
export { selfCheck } from './self-check.ts'

export const recordsFeature = (parts: Parameters<typeof recordRoutes>[1]): Feature => ({
  routes: (http) => recordRoutes(http, parts),
})
