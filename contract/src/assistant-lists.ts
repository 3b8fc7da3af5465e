import { z } from 'zod'
import { sortingMails, sortingWords } from './assistant-wire.ts'
import { endpoint } from './endpoint.ts'
import { id, ownAddress, text } from './fields.ts'

const common = {
  /** The language of the page; left out, that of the person's settings. */
  answerIn: z.enum(['zh', 'en']).optional(),
  emailAddr: ownAddress,
}
/** A ticket (G98): good once, for a minute, for who asked; it goes over the socket as it came. */
const ticket = z.string()
const rate = { max: 60, perSeconds: 60 }

/** What the assistant is asked of many mails at once: each call is answered by a ticket. */
export const assistantLists = {
  daily: endpoint({
    id: 'X324',
    method: 'POST',
    path: 'mail/main/ai/brief/day',
    summary:
      'Brief on the day: what newly came mail asks for, who owes what, and dates to come, each with its mail',
    guard: 'session',
    member: 'read',
    body: z.object({ ...common }),
    reply: ticket,
    errors: ['assistant.off', 'address.not-yours'],
    rate,
  }),
  labelWords: endpoint({
    id: 'X326',
    method: 'GET',
    path: 'mail/main/ai/label/words',
    summary: 'What the caller said belongs under a label',
    guard: 'session',
    member: 'read',
    query: z.object({ labelId: id, emailAddr: ownAddress }),
    reply: z.object({ words: z.string() }),
    errors: ['label.not-found', 'address.not-yours'],
  }),
  sort: endpoint({
    id: 'X327',
    method: 'POST',
    path: 'mail/main/ai/label/sort',
    summary:
      'Propose mails for a label by what its owner says belongs there, of those named or of the newest in the inbox; nothing is marked',
    guard: 'session',
    member: 'full',
    body: z.object({
      labelId: id,
      words: text(sortingWords).refine((value) => value.trim() !== '', 'is blank'),
      mailIds: z.array(id).max(sortingMails).default([]),
      ...common,
    }),
    reply: ticket,
    errors: ['assistant.off', 'label.not-found', 'address.not-yours'],
    rate,
  }),
}
