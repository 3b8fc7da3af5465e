import type { Directory } from '../directory/directory.public.ts'
import type { Feature } from '../feature.ts'
import { approvalRoutes } from './approval.routes.ts'

export const approvalFeature = (deps: { directory: Directory }): Feature => ({
  routes: (http) => approvalRoutes(http, deps),
})
