import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Feature } from '../feature.ts'
import { labelRoutes } from './labels.routes.ts'
import { type Labels, labelSweepJob } from './labels.service.ts'

export { createLabels } from './labels.service.ts'

export const labelsFeature = (labels: Labels, mailstore: Mailstore): Feature => ({
  routes: (http) => labelRoutes(http, labels),
  jobs: [labelSweepJob(mailstore)],
})
