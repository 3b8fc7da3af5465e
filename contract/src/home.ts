import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ownAddress, person } from './fields.ts'
import { messageItem } from './messages.ts'
import { todoItem } from './todo.ts'

/** Words of the organisation to everybody, until a day. */
export const announcement = z.object({
  announcementId: z.number(),
  title: z.string(),
  /** Plain text; '' where the title says it all. */
  content: z.string(),
  startTime: z.string(),
  endTime: z.string(),
})
export type Announcement = z.infer<typeof announcement>

/** What the home screen shows, in one answer: lists are the first few, counts say how many there are. */
export const homeIndex = z.object({
  /** Unread mail of the inbox from people who matter: colleagues, people one has written to, mail one has starred. */
  unread: z.object({ list: z.array(messageItem), count: z.number(), inboxId: z.number() }),
  /** `count` stops at 50. */
  todo: z.object({ list: z.array(todoItem), count: z.number() }),
  drafts: z.object({ list: z.array(messageItem), count: z.number() }),
  /** What one sent two days to two weeks ago, and nobody answered. */
  unanswered: z.array(messageItem),
  announcements: z.array(announcement),
  quota: z.object({ setSize: z.number(), curSize: z.number() }),
  /** Whom one wrote to last. */
  people: z.array(person),
  /** Which of the first steps are done. */
  steps: z.object({ wrote: z.boolean(), signature: z.boolean(), secondStep: z.boolean() }),
})
export type HomeIndex = z.infer<typeof homeIndex>

export const home = {
  index: endpoint({
    id: 'E28',
    method: 'POST',
    path: 'mail/home/index',
    summary: 'Everything that the home screen shows',
    guard: 'session',
    member: 'read',
    body: z.object({ emailAddr: ownAddress }).optional(),
    reply: homeIndex,
    errors: ['address.not-yours'],
  }),
  announcements: endpoint({
    id: 'E30',
    method: 'POST',
    path: 'console/announcement/listAll',
    summary: 'Announcements of the organisation that hold today, the newest first',
    guard: 'session',
    member: 'read',
    query: z.object({ emailAddr: ownAddress }),
    reply: z.object({ list: z.array(announcement) }),
    errors: ['address.not-yours'],
  }),
}
