import type { Feature } from '../feature.ts'
import { type RecordParts, recordRoutes } from './records.routes.ts'

export { createRecords } from './records.service.ts'
export { selfCheck } from './self-check.ts'

export const recordsFeature = (parts: RecordParts): Feature => ({
  routes: (http) => recordRoutes(http, parts),
})
