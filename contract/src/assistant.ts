import { z } from 'zod'
import {
  assistantTypes,
  checkLength,
  draftDefaults,
  draftLanguages,
  draftSizes,
  draftTones,
  requestEmails,
} from './assistant-wire.ts'
import { endpoint } from './endpoint.ts'
import { id, ownAddress, text } from './fields.ts'
import { limits } from './limits.ts'

const words = (max: number) => text(max).refine((value) => value.trim() !== '', 'is blank')

/** Fields of every request. `user` is the specification's: words, or an address, and never who is asked for (AI-09). */
const common = {
  user: text(600).default(''),
  /** The language of the panel; left out, that of the person's settings. */
  answerIn: z.enum(['zh', 'en']).optional(),
  emailAddr: ownAddress,
}

/** The open mail. What is said about it comes from the store; without a number only the words sent along are looked at. */
const openMail = { mailId: id.optional() }
const mailText = text(limits.draftBody)

/** A ticket (G98): good once, for a minute, for who asked; it goes over the socket as it came. */
const ticket = z.string()
const rate = { max: 60, perSeconds: 60 }
const refusals = ['assistant.off', 'address.not-yours'] as const

export const assistant = {
  write: endpoint({
    id: 'E34',
    method: 'POST',
    path: 'mail/main/ai/assistant/mail',
    summary:
      'Draft a mail from a gist; with the content of the open mail, or type 3, an answer to it (G97)',
    guard: 'session',
    member: 'send',
    bodyLimit: 6 * 1024 * 1024,
    body: z.object({
      type: z
        .union([z.literal(assistantTypes.compose), z.literal(assistantTypes.reply)])
        .optional(),
      requestEmail: z.enum(requestEmails).default(draftDefaults.requestEmail),
      gist: words(2_000),
      size: z.enum(draftSizes).default(draftDefaults.size),
      tone: z.enum(draftTones).default(draftDefaults.tone),
      language: z.enum(draftLanguages).default(draftDefaults.language),
      newMailType: text(40).default(''),
      content: mailText.optional(),
      ...openMail,
      ...common,
    }),
    reply: ticket,
    errors: [...refusals],
    rate,
  }),
  summarise: endpoint({
    id: 'E35',
    method: 'POST',
    path: 'mail/main/ai/digest/mail',
    summary: 'Summarise the open mail',
    guard: 'session',
    member: 'read',
    bodyLimit: 6 * 1024 * 1024,
    body: z.object({
      type: z.literal(assistantTypes.summary).optional(),
      content: mailText,
      ...openMail,
      ...common,
    }),
    reply: ticket,
    errors: [...refusals],
    rate,
  }),
  ask: endpoint({
    id: 'E36',
    method: 'POST',
    path: 'mail/main/ai/question',
    summary: 'Ask about the product',
    guard: 'session',
    member: 'read',
    body: z.object({
      type: z.literal(assistantTypes.chat).optional(),
      question: words(2_000),
      ...common,
    }),
    reply: ticket,
    errors: [...refusals],
    rate,
  }),
  check: endpoint({
    id: 'E37',
    method: 'POST',
    path: 'mail/main/ai/fishing/mail',
    summary: 'Check sender, subject and content of the open mail for fraud',
    guard: 'session',
    member: 'read',
    body: z.object({
      type: z.literal(assistantTypes.check).optional(),
      /** Plain text: tags are taken out before it is counted (G108). */
      content: text(checkLength * 20),
      sender: text(1_000).default(''),
      subject: text(1_000).default(''),
      sendTime: text(100).default(''),
      ...openMail,
      ...common,
    }),
    reply: ticket,
    errors: [...refusals, 'assistant.too-long'],
    rate,
  }),
  mailbox: endpoint({
    id: 'X323',
    method: 'POST',
    path: 'mail/main/ai/question/mailbox',
    summary:
      'Ask the own mail: a search is made with the rights of the caller, and the answer names the mails it stands on',
    guard: 'session',
    member: 'read',
    body: z.object({ question: words(500), ...common }),
    reply: ticket,
    errors: [...refusals],
    rate,
  }),
  brief: endpoint({
    id: 'X322',
    method: 'POST',
    path: 'mail/main/ai/brief/thread',
    summary:
      'Brief on the conversation of a mail: open questions, decisions, who owes what, dates, each with its mail',
    guard: 'session',
    member: 'read',
    body: z.object({ mailId: id, ...common }),
    reply: ticket,
    errors: [...refusals],
    rate,
  }),
}
