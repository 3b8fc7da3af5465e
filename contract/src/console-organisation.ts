import { z } from 'zod'
import { wordList } from './approval-fields.ts'
import { everyType } from './assistant-wire.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import { flag, id, instant, nothing, text, upTo } from './fields.ts'
import { limits } from './limits.ts'
import { ownPicture } from './own-pictures.ts'
import { organisationSwitch } from './settings.ts'
import { signature } from './signatures.ts'
import { namedSkins } from './skins.ts'
import { paper } from './templates.ts'

const heads = ['owner', 'admin'] as const
const denied = ['console.not-allowed'] as const
const missing = ['console.not-allowed', 'item.not-found'] as const

/** Functions of the assistant by their names, as the organisation switches them off. */
export const assistantFunctions = Object.keys(everyType) as (keyof typeof everyType)[]
const assistantFunction = z.enum(assistantFunctions)

const announcement = z.object({
  id: z.number(),
  title: z.string(),
  content: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  state: z.enum(['ahead', 'shown', 'over']),
})
export type ConsoleAnnouncement = z.output<typeof announcement>

const feedback = z.object({
  id: z.number(),
  at: z.string(),
  name: z.string(),
  address: z.string(),
  content: z.string(),
  client: z.string(),
  /** Who marked it as done, and when; null while it is open. */
  done: z.object({ at: z.string(), by: z.string() }).nullable(),
  /** When it was last answered by mail. */
  answeredAt: z.string().nullable(),
})
export type ConsoleFeedback = z.output<typeof feedback>

const organisation = z.object({
  name: z.string(),
  switches: z.record(organisationSwitch, z.boolean()),
  festival: z.object({ skin: z.enum(namedSkins).or(z.literal('')), question: z.string() }),
  assistant: z.object({
    off: z.array(assistantFunction),
    /** Departments without it. */
    notIn: z.array(z.number()),
    /** What the machine's variables say besides; that is changed there. */
    machine: z.object({ off: z.array(assistantFunction), notIn: z.array(z.string()) }),
    hasModel: z.boolean(),
  }),
  /** Values of the machine, by variable, without secrets. */
  machine: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type ConsoleOrganisation = z.output<typeof organisation>

const texts = z.object({
  signatures: z.array(signature),
  papers: z.array(paper),
  lists: z.array(wordList),
})
export type ConsoleTexts = z.output<typeof texts>

/** A picture inside of JSON: base64. */
const picture = {
  fileName: text(255).default(''),
  data: upTo(Math.ceil(limits.picture / 3) * 4),
}
const pictureBody = Math.ceil(limits.picture / 3) * 4 + 64 * 1024

/** What an administrator sets for everybody. */
export const organisationEndpoints = {
  organisation: consoleEndpoint({
    id: 'X420',
    method: 'GET',
    path: 'console/organisation/one',
    summary: 'Name, switches, festival, the assistant’s limits, and values of the machine',
    guard: 'session',
    may: heads,
    reply: organisation,
    errors: denied,
  }),
  renameOrganisation: consoleEndpoint({
    id: 'X421',
    method: 'POST',
    path: 'console/organisation/rename',
    summary: 'The name of the organisation, as people read it',
    guard: 'session',
    may: heads,
    body: z.object({ name: text(60).trim().min(1) }),
    reply: nothing,
    errors: denied,
  }),
  turn: consoleEndpoint({
    id: 'X422',
    method: 'POST',
    path: 'console/organisation/turn',
    summary: 'Turns one switch of the organisation',
    guard: 'session',
    may: heads,
    body: z.object({ key: organisationSwitch, on: flag }),
    reply: nothing,
    errors: denied,
  }),
  festival: consoleEndpoint({
    id: 'X423',
    method: 'POST',
    path: 'console/organisation/festival',
    summary: 'The skin that is offered to everybody, and with which words; no skin offers none',
    guard: 'session',
    may: heads,
    body: z.object({
      skin: z.enum(namedSkins).or(z.literal('')),
      question: text(limits.festivalWords).trim().default(''),
    }),
    reply: nothing,
    errors: denied,
  }),
  assistantLimits: consoleEndpoint({
    id: 'X424',
    method: 'POST',
    path: 'console/organisation/assistant',
    summary: 'Functions of the assistant that nobody has, and departments without it',
    guard: 'session',
    may: heads,
    body: z.object({
      off: z.array(assistantFunction).max(assistantFunctions.length),
      notIn: z.array(id).max(1_000),
    }),
    reply: nothing,
    errors: ['console.not-allowed', 'console.department-gone'],
  }),
  announcements: consoleEndpoint({
    id: 'X425',
    method: 'GET',
    path: 'console/announcements/list',
    summary: 'Announcements of all times, those that end last first',
    guard: 'session',
    may: heads,
    query: z.object({
      pageNum: z.coerce.number().int().min(1).max(10_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(50).default(20),
    }),
    reply: z.object({ total: z.number(), list: z.array(announcement) }),
    errors: denied,
  }),
  saveAnnouncement: consoleEndpoint({
    id: 'X426',
    method: 'POST',
    path: 'console/announcements/save',
    summary:
      'A new announcement, or other words or times for one; the home screen shows it from its start to its end',
    guard: 'session',
    may: heads,
    body: z.object({
      id: id.optional(),
      title: text(limits.announcementTitle).trim().min(1),
      content: text(limits.announcement).trim().default(''),
      startsAt: instant,
      endsAt: instant,
    }),
    reply: z.object({ id: z.number() }),
    errors: [...missing, 'announcement.times'],
  }),
  withdrawAnnouncement: consoleEndpoint({
    id: 'X427',
    method: 'POST',
    path: 'console/announcements/withdraw',
    summary: 'Takes an announcement away, shown or not',
    guard: 'session',
    may: heads,
    body: z.object({ id }),
    reply: nothing,
    errors: missing,
  }),
  feedback: consoleEndpoint({
    id: 'X428',
    method: 'GET',
    path: 'console/feedback/list',
    summary: 'What people wrote to the administrator, the latest first',
    guard: 'session',
    may: heads,
    query: z.object({
      state: z.enum(['open', 'done', 'all']).default('open'),
      before: id.optional(),
      pageSize: z.coerce.number().int().min(1).max(50).default(20),
    }),
    reply: z.object({ open: z.number(), list: z.array(feedback) }),
    errors: denied,
  }),
  feedbackDone: consoleEndpoint({
    id: 'X429',
    method: 'POST',
    path: 'console/feedback/done',
    summary: 'Marks feedback as done, or as open again',
    guard: 'session',
    may: heads,
    body: z.object({ id, done: flag }),
    reply: nothing,
    errors: missing,
  }),
  answerFeedback: consoleEndpoint({
    id: 'X430',
    method: 'POST',
    path: 'console/feedback/answer',
    summary:
      'Answers feedback by a mail from the own mailbox, with what was written quoted; it is done then',
    guard: 'session',
    may: heads,
    body: z.object({ id, content: text(limits.feedback).trim().min(1) }),
    reply: nothing,
    errors: [...missing, 'quota.full', 'compose.too-fast', 'approval.no-approver'],
    rate: { max: 60, perSeconds: 60 },
  }),
  organisationTexts: consoleEndpoint({
    id: 'X431',
    method: 'GET',
    path: 'console/organisation/texts',
    summary: 'Signatures and letter papers of the organisation, and its word lists',
    guard: 'session',
    may: heads,
    reply: texts,
    errors: denied,
  }),
  saveSignature: consoleEndpoint({
    id: 'X432',
    method: 'POST',
    path: 'console/organisation/signatures/save',
    summary:
      'A signature of the organisation: a new one, or another text for one; the default goes under mails of who chose none',
    guard: 'session',
    may: heads,
    body: z.object({
      id: id.optional(),
      name: text(limits.signatureName).trim().min(1),
      content: text(limits.signature),
      isDefault: z.boolean().default(false),
    }),
    reply: nothing,
    errors: [...missing, 'sign.no-name', 'sign.empty', 'sign.too-many', 'sign.system'],
  }),
  removeSignature: consoleEndpoint({
    id: 'X433',
    method: 'POST',
    path: 'console/organisation/signatures/remove',
    summary: 'Deletes a signature of the organisation',
    guard: 'session',
    may: heads,
    body: z.object({ id }),
    reply: nothing,
    errors: [...missing, 'sign.system'],
  }),
  addPicture: consoleEndpoint({
    id: 'X434',
    method: 'POST',
    path: 'console/organisation/pictures/add',
    summary: 'A picture for a signature of the organisation (base64, at most 2M)',
    guard: 'session',
    may: heads,
    bodyLimit: pictureBody,
    body: z.object(picture),
    reply: ownPicture,
    errors: ['console.not-allowed', 'upload.empty', 'upload.not-picture', 'picture.too-many'],
  }),
  addPaper: consoleEndpoint({
    id: 'X435',
    method: 'POST',
    path: 'console/organisation/papers/add',
    summary: 'A letter paper for everybody, from a picture (base64, at most 2M)',
    guard: 'session',
    may: heads,
    bodyLimit: pictureBody,
    body: z.object({ name: text(limits.paperName).trim().default(''), ...picture }),
    reply: paper,
    errors: [
      'console.not-allowed',
      'upload.empty',
      'upload.not-picture',
      'picture.too-many',
      'paper.too-many',
    ],
  }),
  removePaper: consoleEndpoint({
    id: 'X436',
    method: 'POST',
    path: 'console/organisation/papers/remove',
    summary: 'Deletes a letter paper of the organisation; mails that have it keep it',
    guard: 'session',
    may: heads,
    body: z.object({ id }),
    reply: nothing,
    errors: missing,
  }),
  saveWordList: consoleEndpoint({
    id: 'X437',
    method: 'POST',
    path: 'console/organisation/lists/save',
    summary: 'A word list that approval rules look for; without words it is deleted',
    guard: 'session',
    may: heads,
    confirmed: true,
    body: wordList,
    reply: nothing,
    errors: [...denied, 'console.confirm'],
  }),
} as const
