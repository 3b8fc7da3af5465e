import type { Feature } from '../feature.ts'
import { readerRoutes } from './reader.routes.ts'
import type { Reader } from './reader.service.ts'

export { looksLikeDomain, skeleton } from './looks.ts'
export { createReader } from './reader.service.ts'

export const readerFeature = (reader: Reader): Feature => ({
  routes: (http) => readerRoutes(http, reader),
  crons: [{ at: '47 * * * *', task: 'sweep-pictures', run: () => reader.sweep() }],
})
