import type { Feature } from '../feature.ts'
import { labelRoutes } from './labels.routes.ts'
import type { Labels } from './labels.service.ts'

export { createLabelFinder, type LabelFinder, type LabelMeans } from './label-finder.ts'
export { createLabels, type Labels } from './labels.service.ts'

export const labelsFeature = (labels: Labels): Feature => ({
  routes: (http) => labelRoutes(http, labels),
})
