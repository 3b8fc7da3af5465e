import { z } from 'zod'
import { rewriteLength, rewriteWays, translateLength, translatePieces } from './assistant-wire.ts'
import { endpoint } from './endpoint.ts'
import { id, ownAddress, text } from './fields.ts'

const passage = text(rewriteLength).refine((value) => value.trim() !== '', 'is blank')
const common = {
  /** The language of the page; left out, that of the person's settings. */
  answerIn: z.enum(['zh', 'en']).optional(),
  emailAddr: ownAddress,
}
/** A ticket (G98): good once, for a minute, for who asked; it goes over the socket as it came. */
const ticket = z.string()
const rate = { max: 60, perSeconds: 60 }

/** What the assistant does with texts beyond the five functions: each call is answered by a ticket. */
export const assistantText = {
  rewrite: endpoint({
    id: 'X320',
    method: 'POST',
    path: 'mail/main/ai/rewrite',
    summary: 'Rewrite a passage of the mail that is being written, or find a subject for it',
    guard: 'session',
    member: 'send',
    body: z.object({
      /** `subject`: three proposals for the subject line of this text. */
      way: z.enum([...rewriteWays, 'subject']),
      text: passage,
      /** The message that is being answered: where it may not leave, what is written under it does not either. */
      answers: id.optional(),
      ...common,
    }),
    reply: ticket,
    errors: ['assistant.off', 'address.not-yours'],
    rate,
  }),
  translate: endpoint({
    id: 'X321',
    method: 'POST',
    path: 'mail/main/ai/translate',
    summary:
      'Translate the pieces of text of a mail; only what stands in the stored mail is translated',
    guard: 'session',
    member: 'read',
    body: z.object({
      mailId: id,
      to: z.enum(['zh', 'en']),
      pieces: z
        .array(text(translateLength))
        .min(1)
        .max(translatePieces)
        .refine(
          (all) => all.reduce((sum, one) => sum + one.length, 0) <= translateLength,
          'are too long together',
        ),
      ...common,
    }),
    reply: ticket,
    errors: ['assistant.off', 'address.not-yours'],
    rate,
  }),
  answers: endpoint({
    id: 'X325',
    method: 'POST',
    path: 'mail/main/ai/answers',
    summary: 'Three short answers to a mail that asks something',
    guard: 'session',
    member: 'read',
    body: z.object({ mailId: id, ...common }),
    reply: ticket,
    errors: ['assistant.off', 'address.not-yours'],
    rate,
  }),
}
