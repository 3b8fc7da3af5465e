import type { Feature } from '../feature.ts'
import { feedbackRoutes } from './feedback.routes.ts'
import type { Feedback } from './feedback.service.ts'

export { createFeedback, type Feedback } from './feedback.service.ts'

export const feedbackFeature = (feedback: Feedback): Feature => ({
  routes: (http) => feedbackRoutes(http, feedback),
})
