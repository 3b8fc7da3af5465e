import { calendarMessages } from './demo-calendar.ts'
import { noticeMessages } from './demo-notices.ts'
import { oddMessages } from './demo-oddities.ts'
import { phishingMessages } from './demo-phishing.ts'
import { writeThread } from './demo-thread-builder.ts'
import type { DemoMessage } from './demo-types.ts'
import { wireOddMessages } from './demo-wire-oddities.ts'
import { newsletterMessages } from './newsletters/demo-newsletters.ts'
import { customerThreadsEn } from './threads/demo-threads-en-customers.ts'
import { partnerThreadsEn } from './threads/demo-threads-en-partners.ts'
import { freshThreads } from './threads/demo-threads-fresh.ts'
import { moneyThreadsZh } from './threads/demo-threads-zh-money.ts'
import { officeThreadsZh } from './threads/demo-threads-zh-office.ts'
import { projectThreadsZh } from './threads/demo-threads-zh-project.ts'
import { serviceThreadsZh } from './threads/demo-threads-zh-service.ts'

const threads = [
  ...projectThreadsZh,
  ...serviceThreadsZh,
  ...moneyThreadsZh,
  ...officeThreadsZh,
  ...customerThreadsEn,
  ...partnerThreadsEn,
  ...freshThreads,
]

/**
 * The mail of the demo organisation, oldest first, the same for the same `now`. A mail from inside
 * is there twice with the same bytes: for its readers, and for its writer with `folderRole` 'sent'.
 */
export function demoMessages(now: Date): DemoMessage[] {
  const messages = [
    ...threads.flatMap((plan) => writeThread(plan, now)),
    ...newsletterMessages(now),
    ...noticeMessages(now),
    ...calendarMessages(now),
    ...phishingMessages(now),
    ...oddMessages(now),
    ...wireOddMessages(now),
  ]
  return messages.sort((one, other) => one.sentAt.getTime() - other.sentAt.getTime())
}
