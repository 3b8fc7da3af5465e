import { z } from 'zod'
import { text } from './fields.ts'

/** What an administrator decides about mail that comes in. Scores are points: the more, the worse. */
export const protectionSettings = z.object({
  /** Judge by authentication, first contact, look-alikes, DNS lists and what people called spam. */
  builtIn: z.boolean().default(true),
  /** Learn from what people call spam or not. */
  learn: z.boolean().default(true),
  /** From this score on a mail goes to the junk folder. */
  junkAt: z.number().min(1).max(100).default(6),
  /** From this score on it is held in quarantine. */
  quarantineAt: z.number().min(1).max(100).default(12),
  /** From this score on it is refused; null: never. */
  refuseAt: z.number().min(1).max(1000).nullable().default(null),
  virus: z.enum(['quarantine', 'refuse']).default('quarantine'),
  /** Mail under the name of the organisation or its people, from the score of junk on. */
  phishing: z.enum(['junk', 'quarantine']).default('junk'),
  /** Mail of senders that the organisation blocks. */
  blocked: z.enum(['refuse', 'quarantine', 'junk']).default('refuse'),
  /** Strangers are asked to come again, after so many minutes. */
  greylist: z.boolean().default(false),
  greylistMinutes: z.number().int().min(1).max(60).default(5),
  /** Recipients that one network may name in a minute; null: as many as it likes. */
  perNetwork: z.number().int().min(1).max(100_000).nullable().default(null),
  /** A digest every day, to whom something is held for. */
  digest: z.boolean().default(true),
  /** How long held mail is kept. */
  keepDays: z.number().int().min(1).max(90).default(30),
})
export type ProtectionSettings = z.output<typeof protectionSettings>

export const senderVerdict = z.enum(['allow', 'block'])
/** An address, or a domain for all addresses of it. */
export const listedSender = text(320).trim().min(1)

export const senderRow = z.object({
  id: z.number(),
  sender: z.string(),
  verdict: senderVerdict,
  note: z.string(),
  addedTime: z.string(),
})
export type SenderRow = z.output<typeof senderRow>

export const heldClasses = ['virus', 'phishing', 'spam', 'blocked', 'recalled'] as const
export type HeldClass = (typeof heldClasses)[number]
export const reason = z.object({ code: z.string(), points: z.number(), detail: z.string() })
export type JudgementReason = z.output<typeof reason>

/** Senders of one list, and mails that are held, at once. */
export const protectionLimits = { organisationSenders: 10_000, ownSenders: 500, atOnce: 100 }

/** What a person takes a mail for that is reported. */
export const reportKinds = ['phishing', 'spam'] as const
export type ReportKind = (typeof reportKinds)[number]
/** What becomes of it: waiting, or an administrator's word. */
export const reportStates = ['open', 'phishing', 'spam', 'harmless'] as const
export type ReportState = (typeof reportStates)[number]
/** Longest word that a reporter adds, in characters. */
export const reportNote = 300
