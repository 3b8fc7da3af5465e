export { createFeedback, type Feedback } from './feedback.service.ts'
