import type { Feature } from '../feature.ts'
import type { SmsNotices } from './sms-notices.service.ts'

export { createSmsNotices, type SmsNotices } from './sms-notices.service.ts'

export const smsNoticesFeature = ({ start, stop }: SmsNotices): Feature => ({
  role: 'worker',
  start,
  stop,
})
