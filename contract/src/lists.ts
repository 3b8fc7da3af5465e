import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, id, ownAddress, text } from './fields.ts'
import { messageItem, page, pageQuery } from './messages.ts'

const across = { ...pageQuery, order: z.enum(['asc', 'desc']).default('desc') }

/** Lists that reach over folders. The recycle bin and spam are left out where they would only be in the way. */
export const lists = {
  favorites: endpoint({
    id: 'E69',
    method: 'GET',
    path: 'mail/email/favorite/list',
    summary: 'Starred mail of all folders but recycle bin and spam, by date',
    guard: 'session',
    member: 'read',
    query: z.object(across),
    reply: page,
    errors: ['address.not-yours'],
  }),
  quick: endpoint({
    id: 'E70',
    method: 'GET',
    path: 'mail/email/quick/list',
    summary: 'Unread or read mail of all folders but recycle bin, spam and drafts, by date (G75)',
    guard: 'session',
    member: 'read',
    query: z.object({ ...across, seen: flag }),
    reply: page,
    errors: ['address.not-yours'],
  }),
  related: endpoint({
    id: 'E68',
    method: 'GET',
    path: 'mail/email/related/list',
    summary:
      'Correspondence with an address: what it sent us and what we sent it, all folders, by date',
    guard: 'session',
    member: 'read',
    query: z.object({ ...across, address: text(320).min(1) }),
    reply: page,
    errors: ['address.not-yours'],
  }),
  thread: endpoint({
    id: 'X32',
    method: 'GET',
    path: 'mail/email/thread/list',
    summary:
      'The newest 100 mails of a conversation, answers included, from all folders; oldest first',
    guard: 'session',
    member: 'read',
    query: z.object({ threadId: id, emailAddr: ownAddress }),
    reply: z.object({ list: z.array(messageItem) }),
    errors: ['item.not-found', 'address.not-yours'],
  }),
}
