import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, id, idList, text } from './fields.ts'

/** A mail to a group as a list shows it. */
const post = z.object({
  postId: z.number(),
  groupId: z.number(),
  groupName: z.string(),
  /** Address of who wrote it. */
  author: z.string(),
  subject: z.string(),
  time: z.string(),
})
export type GroupPost = z.infer<typeof post>

/** Its text without looks, and the names of its files. */
const postText = post.extend({ text: z.string(), files: z.array(z.string()) })
export type GroupPostText = z.infer<typeof postText>

/** Mail to groups that waits for a manager, and what groups keep for their members. */
export const groupPosts = {
  held: endpoint({
    id: 'N8f',
    method: 'GET',
    path: 'mailgroup/held/list',
    summary:
      'Mail that waits for a manager, of the groups that the person manages; the oldest first, at most 100',
    guard: 'session',
    reply: z.object({ list: z.array(post) }),
    errors: [],
    rate: { max: 120, perSeconds: 60 },
  }),
  decide: endpoint({
    id: 'N8g',
    method: 'POST',
    path: 'mailgroup/held/decide',
    summary: 'Lets mail go to the members, or turns it away; a colleague who wrote it is told why',
    guard: 'session',
    body: z.object({ postIds: idList, release: flag, reason: text(300).default('') }),
    reply: z.object({ count: z.number() }),
    errors: ['group.post-gone', 'group.not-manager'],
    rate: { max: 120, perSeconds: 60 },
  }),
  archive: endpoint({
    id: 'N8h',
    method: 'GET',
    path: 'mailgroup/archive/list',
    summary: 'What a group keeps for its members, the latest first',
    guard: 'session',
    query: z.object({
      groupId: id,
      keyword: text(100).default(''),
      before: id.optional(),
      pageSize: z.coerce.number().int().min(1).max(50).default(20),
    }),
    reply: z.object({ list: z.array(post) }),
    errors: ['group.not-found', 'group.not-member'],
    rate: { max: 120, perSeconds: 60 },
  }),
  read: endpoint({
    id: 'N8i',
    method: 'GET',
    path: 'mailgroup/post',
    summary: 'The text of a mail that waits (for its managers) or is kept (for its members)',
    guard: 'session',
    query: z.object({ postId: id }),
    reply: postText,
    errors: ['group.post-gone'],
    rate: { max: 120, perSeconds: 60 },
  }),
  take: endpoint({
    id: 'N8j',
    method: 'POST',
    path: 'mailgroup/archive/take',
    summary: 'Puts a copy of a kept mail into the own inbox',
    guard: 'session',
    body: z.object({ postId: id }),
    reply: z.object({}),
    errors: ['group.post-gone', 'quota.full'],
    rate: { max: 30, perSeconds: 60 },
  }),
}
