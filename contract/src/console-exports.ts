import { z } from 'zod'
import { consoleEndpoint } from './console-endpoint.ts'
import { id, instant, nothing, text } from './fields.ts'

/** What one export may be, and how many there may be. */
export const exportLimits = {
  /** People whom somebody names; a legal hold may name more. */
  people: 50,
  peopleOfHold: 500,
  mails: 500_000,
  bytes: 200 * 1024 ** 3,
  /** That wait, are being made or may be fetched, of one organisation. */
  open: 20,
  /** Days: so long a request waits, and so long the file may be fetched. */
  waitingDays: 14,
  readyDays: 7,
  /** Days after which the people are told at the latest, where they are told later. */
  tellDays: 365,
} as const

const heads = ['owner', 'admin'] as const
const logs = ['owner', 'admin', 'auditor'] as const

export const exportStates = [
  'waiting',
  'refused',
  'withdrawn',
  'lapsed',
  'working',
  'ready',
  'failed',
  'gone',
] as const
export type ExportState = (typeof exportStates)[number]
export const exportTellings = ['now', 'later', 'never'] as const
export type ExportTelling = (typeof exportTellings)[number]

const mailExport = z.object({
  id: z.number(),
  state: z.enum(exportStates),
  reason: z.string(),
  /** The reason of the legal hold that it is of. */
  hold: z.string().nullable(),
  people: z.array(z.object({ name: z.string(), address: z.string(), mails: z.number() })),
  mailFrom: z.string().nullable(),
  mailUntil: z.string().nullable(),
  /** Only mail from or to whom this is found in; '' for all. */
  party: z.string(),
  tell: z.enum(exportTellings),
  tellDays: z.number().nullable(),
  /** Why nobody is told. */
  silence: z.string(),
  askedBy: z.string(),
  askedAt: z.string(),
  /** Who agreed or refused; '' where nobody had to. */
  decidedBy: z.string(),
  decidedAt: z.string().nullable(),
  word: z.string(),
  mails: z.number(),
  /** Mails whose bytes could not be read; the index names them. */
  unreadable: z.number(),
  bytes: z.number(),
  madeAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
  downloads: z.number(),
  /** What the caller may do now. */
  mayDecide: z.boolean(),
  mayEnd: z.boolean(),
  mayDownload: z.boolean(),
  /** It waits, and nobody in office can agree. */
  isStuck: z.boolean(),
})
export type MailExport = z.output<typeof mailExport>

const fourEyes = z.object({
  on: z.boolean(),
  /** Who wants it off; a second one has to want it too. '' for nobody. */
  offAskedBy: z.string(),
  /** Nobody else is in office who could agree to anything. */
  alone: z.boolean(),
})
export type FourEyes = z.output<typeof fourEyes>

const denied = ['console.not-allowed', 'console.confirm'] as const

/** Mail of people as one file, for who looks into a matter. */
export const exportEndpoints = {
  mailExports: consoleEndpoint({
    id: 'X580',
    method: 'GET',
    path: 'console/compliance/exports',
    summary: 'Exports of mail with who asked and who agreed, the latest first',
    guard: 'session',
    may: logs,
    query: z.object({
      before: id.optional(),
      pageSize: z.coerce.number().int().min(1).max(100).default(20),
    }),
    reply: z.object({ list: z.array(mailExport), fourEyes }),
    errors: ['console.not-allowed'],
  }),
  askMailExport: consoleEndpoint({
    id: 'X581',
    method: 'POST',
    path: 'console/compliance/export',
    summary:
      'Asks for the mail of people, or of a legal hold, as a ZIP; it is made when somebody else has agreed',
    guard: 'session',
    may: logs,
    confirmed: true,
    body: z.object({
      reason: text(500).trim().min(1),
      accountIds: z.array(id).max(exportLimits.people),
      /** For auditors, who have no list of people. */
      addresses: z.array(text(320).trim().min(3)).max(exportLimits.people).default([]),
      holdId: id.nullable().default(null),
      mailFrom: instant.nullable(),
      mailUntil: instant.nullable(),
      party: text(320).trim().default(''),
      tell: z.enum(exportTellings).default('now'),
      tellDays: z.number().int().min(1).max(exportLimits.tellDays).nullable().default(null),
      silence: text(500).trim().default(''),
    }),
    reply: z.object({ id: z.number(), state: z.enum(exportStates) }),
    errors: [
      ...denied,
      'compliance.range',
      'compliance.hold-gone',
      'exports.nobody',
      'exports.person-gone',
      'exports.many-people',
      'exports.silence',
      'exports.many',
    ],
    rate: { max: 60, perSeconds: 60 },
  }),
  decideMailExport: consoleEndpoint({
    id: 'X582',
    method: 'POST',
    path: 'console/compliance/decide',
    summary:
      'Agrees to an export or refuses it: not who asked for it, nor anybody whose own mail it is',
    guard: 'session',
    may: heads,
    confirmed: true,
    body: z.object({ id, agree: z.boolean(), word: text(500).trim().min(1) }),
    reply: nothing,
    errors: [
      ...denied,
      'exports.not-there',
      'exports.not-waiting',
      'exports.own-request',
      'exports.own-mail',
      'exports.asker-out',
    ],
  }),
  endMailExport: consoleEndpoint({
    id: 'X583',
    method: 'POST',
    path: 'console/compliance/end',
    summary: 'Withdraws a request that waits, or stops an export and lets its file go',
    guard: 'session',
    may: logs,
    confirmed: true,
    body: z.object({ id }),
    reply: nothing,
    errors: [...denied, 'exports.not-there', 'exports.not-yours', 'exports.over'],
  }),
  mailExportTicket: consoleEndpoint({
    id: 'X584',
    method: 'POST',
    path: 'console/compliance/ticket',
    summary:
      'A link that fetches the ZIP once, within a minute; for the owner or administrator who asked or agreed',
    guard: 'session',
    may: heads,
    confirmed: true,
    body: z.object({ id }),
    reply: z.object({ url: z.string() }),
    errors: [...denied, 'exports.not-there', 'exports.not-yours', 'exports.not-ready'],
    rate: { max: 30, perSeconds: 60 },
  }),
  mailExportFile: consoleEndpoint({
    id: 'X585',
    method: 'GET',
    path: 'console/compliance/file/{ticket}',
    summary: 'The ZIP of an export; its link is good once',
    guard: 'public',
    may: heads,
    kind: 'binary',
    usedUp: true,
    params: z.object({ ticket: text(200).min(1) }),
    reply: nothing,
    errors: ['exports.ticket'],
    rate: { max: 60, perSeconds: 60 },
  }),
  switchFourEyes: consoleEndpoint({
    id: 'X586',
    method: 'POST',
    path: 'console/compliance/four-eyes',
    summary:
      'Whether exports need a second person; off only when two in office want it, or when there is but one',
    guard: 'session',
    may: heads,
    confirmed: true,
    body: z.object({ on: z.boolean() }),
    reply: fourEyes,
    errors: [...denied, 'exports.meanwhile'],
  }),
}
