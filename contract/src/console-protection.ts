import { z } from 'zod'
import { consoleEndpoint } from './console-endpoint.ts'
import { flag, id, nothing, text } from './fields.ts'
import {
  heldClasses,
  listedSender,
  protectionLimits,
  protectionSettings,
  reason,
  senderRow,
  senderVerdict,
} from './protection-fields.ts'

const heads = ['owner', 'admin'] as const
const logs = ['owner', 'admin', 'auditor'] as const
const denied = ['console.not-allowed'] as const
const dangerous = ['console.not-allowed', 'console.confirm'] as const

const heldRow = z.object({
  id: z.number(),
  class: z.enum(heldClasses),
  score: z.number(),
  address: z.string(),
  envelopeFrom: z.string(),
  fromName: z.string(),
  fromAddress: z.string(),
  /** '' for auditors. */
  subject: z.string(),
  size: z.number(),
  heldTime: z.string(),
  expiresTime: z.string(),
  /** Its recipient asks for it. */
  asked: z.boolean(),
})
export type HeldRow = z.output<typeof heldRow>
const some = z.array(id).min(1).max(protectionLimits.atOnce)

export const waveKinds = ['sender', 'subject', 'message-id', 'url', 'hash'] as const
const waveKind = z.enum(waveKinds)
const wave = z.object({
  id: z.number(),
  kind: waveKind,
  sought: z.string(),
  since: z.string(),
  state: z.enum(['searching', 'found', 'taking', 'taken', 'returning', 'returned', 'stopped']),
  /** Mailboxes that were looked through. */
  accounts: z.number(),
  madeBy: z.string(),
  madeTime: z.string(),
})
export type WaveRow = z.output<typeof wave>
const waveCopy = z.object({
  id: z.number(),
  address: z.string(),
  name: z.string(),
  subject: z.string(),
  fromAddress: z.string(),
  receivedTime: z.string(),
  opened: z.boolean(),
  /** Gone: its owner deleted it before. */
  state: z.enum(['found', 'taken', 'gone', 'returned']),
})
export type WaveCopy = z.output<typeof waveCopy>

/** Protection of what comes in: settings, lists of senders, quarantine. */
export const protectionEndpoints = {
  protection: consoleEndpoint({
    id: 'X480',
    method: 'GET',
    path: 'console/protection/settings',
    summary: 'How mail that comes in is judged, and which programs help',
    guard: 'session',
    may: logs,
    reply: z.object({
      settings: protectionSettings,
      /** Off; or whether it answered when it was asked last; null: not asked yet. */
      rspamd: z.object({ on: z.boolean(), answers: z.boolean().nullable() }),
      clamd: z.object({ on: z.boolean(), answers: z.boolean().nullable() }),
      dnsLists: z.array(z.string()),
      /** Mails that people called spam or not, and how many of each it takes before they count. */
      learnt: z.object({ spam: z.number(), ham: z.number(), least: z.number() }),
      held: z.number(),
    }),
    errors: denied,
  }),
  saveProtection: consoleEndpoint({
    id: 'X481',
    method: 'POST',
    path: 'console/protection/settings/save',
    summary: 'Changes how mail that comes in is judged',
    guard: 'session',
    may: heads,
    body: protectionSettings,
    reply: nothing,
    errors: ['console.not-allowed', 'protection.thresholds'],
  }),
  forgetLearnt: consoleEndpoint({
    id: 'X482',
    method: 'POST',
    path: 'console/protection/learnt/forget',
    summary: 'Forgets everything that was learnt from what people called spam or not',
    guard: 'session',
    may: heads,
    confirmed: true,
    body: nothing,
    reply: nothing,
    errors: dangerous,
  }),
  listSenders: consoleEndpoint({
    id: 'X483',
    method: 'GET',
    path: 'console/protection/senders',
    summary: 'Senders that the organisation always wants or never, the latest first',
    guard: 'session',
    may: logs,
    query: z.object({
      before: id.optional(),
      keyword: text(100).optional(),
      pageSize: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: z.object({ list: z.array(senderRow), hasMore: z.boolean() }),
    errors: denied,
  }),
  saveListedSender: consoleEndpoint({
    id: 'X484',
    method: 'POST',
    path: 'console/protection/senders/save',
    summary: 'Allows or blocks an address or a domain for everybody',
    guard: 'session',
    may: heads,
    body: z.object({ sender: listedSender, verdict: senderVerdict, note: text(200).default('') }),
    reply: z.object({ id: z.number() }),
    errors: ['console.not-allowed', 'protection.sender', 'protection.too-many'],
  }),
  removeListedSender: consoleEndpoint({
    id: 'X485',
    method: 'POST',
    path: 'console/protection/senders/remove',
    summary: 'Takes a sender off the list of the organisation',
    guard: 'session',
    may: heads,
    body: z.object({ id }),
    reply: nothing,
    errors: ['console.not-allowed', 'item.not-found'],
  }),
  quarantine: consoleEndpoint({
    id: 'X486',
    method: 'GET',
    path: 'console/protection/quarantine',
    summary: 'Held mail, the latest first; auditors see no subjects',
    guard: 'session',
    may: logs,
    query: z.object({
      before: id.optional(),
      keyword: text(100).optional(),
      class: z.enum(heldClasses).optional(),
      asked: flag.optional(),
      pageSize: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: z.object({ list: z.array(heldRow), hasMore: z.boolean() }),
    errors: denied,
  }),
  heldMail: consoleEndpoint({
    id: 'X487',
    method: 'GET',
    path: 'console/protection/quarantine/one',
    summary: 'Why a mail is held, and its header; none of its text',
    guard: 'session',
    may: heads,
    query: z.object({ id }),
    reply: heldRow.extend({
      reasons: z.array(reason),
      authentication: z.string(),
      headers: z.array(z.object({ name: z.string(), value: z.string() })),
    }),
    errors: ['console.not-allowed', 'protection.gone'],
  }),
  release: consoleEndpoint({
    id: 'X488',
    method: 'POST',
    path: 'console/protection/quarantine/release',
    summary:
      'Puts held mails into the inboxes of their recipients, and their senders on the list of allowed ones if wanted; mail with a virus wants the password',
    guard: 'session',
    may: heads,
    body: z.object({ ids: some, allow: flag.default(false) }),
    reply: z.object({ released: z.number() }),
    errors: ['console.not-allowed', 'console.confirm'],
  }),
  discard: consoleEndpoint({
    id: 'X489',
    method: 'POST',
    path: 'console/protection/quarantine/delete',
    summary: 'Deletes held mails for good',
    guard: 'session',
    may: heads,
    confirmed: true,
    body: z.object({ ids: some }),
    reply: z.object({ deleted: z.number() }),
    errors: dangerous,
  }),
  searchWave: consoleEndpoint({
    id: 'X490',
    method: 'POST',
    path: 'console/protection/waves/search',
    summary:
      'Looks for one mail in all mailboxes of the organisation, by sender, subject, Message-ID, address of a link or SHA-256; as a job',
    guard: 'session',
    may: heads,
    body: z.object({
      kind: waveKind,
      sought: text(500).trim().min(1),
      days: z.number().int().min(1).max(90).default(7),
    }),
    reply: z.object({ id: z.number() }),
    errors: ['console.not-allowed', 'protection.sought'],
    rate: { max: 20, perSeconds: 60 },
  }),
  waves: consoleEndpoint({
    id: 'X491',
    method: 'GET',
    path: 'console/protection/waves',
    summary: 'The latest searches for a wave, with what became of them',
    guard: 'session',
    may: heads,
    reply: z.object({ list: z.array(wave) }),
    errors: denied,
  }),
  wave: consoleEndpoint({
    id: 'X492',
    method: 'GET',
    path: 'console/protection/waves/one',
    summary: 'Who has a mail, those who opened it first',
    guard: 'session',
    may: heads,
    query: z.object({
      id,
      pageNum: z.coerce.number().int().min(1).max(1000).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: wave.extend({
      copies: z.number(),
      mailboxes: z.number(),
      /** Mailboxes in which it was opened. */
      opened: z.number(),
      taken: z.number(),
      list: z.array(waveCopy),
    }),
    errors: ['console.not-allowed', 'protection.wave-gone'],
  }),
  takeWave: consoleEndpoint({
    id: 'X493',
    method: 'POST',
    path: 'console/protection/waves/take',
    summary: 'Moves all copies that were found into quarantine, as a job',
    guard: 'session',
    may: heads,
    confirmed: true,
    body: z.object({ id }),
    reply: nothing,
    errors: [...dangerous, 'protection.wave-gone', 'protection.wave-busy'],
  }),
  returnWave: consoleEndpoint({
    id: 'X499',
    method: 'POST',
    path: 'console/protection/waves/return',
    summary: 'Puts all copies of a wave back to where they lay, as they were, as a job',
    guard: 'session',
    may: heads,
    confirmed: true,
    body: z.object({ id }),
    reply: nothing,
    errors: [...dangerous, 'protection.wave-gone', 'protection.wave-busy'],
  }),
} as const
