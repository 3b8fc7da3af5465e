import { z } from 'zod'
import { instant, person, text } from './fields.ts'
import { attachment } from './messages.ts'
import { ruleSensitivity } from './sensitivity-fields.ts'

/** Where a mail that must be approved stands (G90): out of `pending` only, and only once. */
export const approvalStates = ['pending', 'approved', 'rejected', 'withdrawn'] as const
export type ApprovalState = (typeof approvalStates)[number]
export const approvalState = z.enum(approvalStates)

/** What an approver did with it; `waiting`: it is theirs to decide now; `none`: their level is not over, or passed without them. */
export const recordStates = ['waiting', 'approved', 'rejected', 'passed', 'none'] as const
export type RecordState = (typeof recordStates)[number]
export const recordState = z.enum(recordStates)

/** Bytes of a mail: a rule asks for no larger one. */
export const mostRuleBytes = 1_000_000_000

/** Kinds of numbers that are found with their check digits; `secret`: the passwords, codes and keys that the assistant's check finds. */
export const approvalPatterns = ['id-card', 'bank-card', 'phone', 'secret'] as const
export type ApprovalPattern = (typeof approvalPatterns)[number]

/** Why a mail is held: one condition of a rule and what met it. Texts are the browser's. */
export const approvalReason = z.object({
  kind: z.enum([
    'sender',
    'department',
    'outside',
    'inside',
    'domain',
    'recipients',
    'size',
    /** Of sensitivity. */
    'label',
    'file',
    'word',
    'pattern',
    /** S/MIME, or a locked archive: what it says cannot be read, so that is what it is held for. */
    'unreadable',
  ]),
  /** The address, domain, file name, word or kind of number; a number as text; a label by its Chinese and its English name, a line each; '' where there is none. */
  value: z.string(),
  place: z.enum(['mail', 'subject', 'body', 'file']),
})
export type ApprovalReason = z.infer<typeof approvalReason>

/** One row of either list. */
export const approvalItem = z.object({
  approvalId: z.number(),
  /** The sent copy: folder and mail; 0 where the caller is not its owner. */
  mailboxId: z.number(),
  mailId: z.number(),
  createTime: z.string(),
  state: approvalState,
  /** What the caller did with it; `none` in the sender's own list. */
  recordState,
  mailSubject: z.string(),
  /** Who wrote it. */
  mailFrom: person,
  /** The first recipients, hidden ones too, and how many there are in all. */
  mailTo: z.array(person),
  recipientCount: z.number(),
  size: z.number(),
  hasAttachment: z.boolean(),
  /** Name of the rule that holds it. */
  ruleName: z.string(),
  reasons: z.array(approvalReason),
  /** Counted from 1. */
  level: z.number(),
  levels: z.number(),
  /** Who can decide it now. */
  approvers: z.array(person),
  /** When the time of this level is over; null: never. */
  deadline: z.string().nullable(),
  /** When it came to an end. */
  endTime: z.string().nullable(),
  sortValues: z.string(),
})
export type ApprovalItem = z.infer<typeof approvalItem>

export const trailActions = [
  'submitted',
  'approved',
  'rejected',
  'passed',
  'withdrawn',
  'reminded',
  'passed-up',
  'auto-approved',
  'auto-rejected',
  'approver-gone',
  'released',
] as const
export type TrailAction = (typeof trailActions)[number]

/** One entry of the trail. */
export const trailStep = z.object({
  time: z.string(),
  action: z.enum(trailActions),
  /** Who did it; empty when the server did. */
  who: person,
  /** The approver in whose place a deputy decided; empty else. */
  insteadOf: person,
  level: z.number(),
  opinion: z.string(),
  /** Hex of this entry's link in the chain. */
  hash: z.string(),
})

/** The mail as it will leave, its attachments, and where it stands. */
export const approvalDetail = approvalItem.omit({ sortValues: true }).extend({
  mailTo: z.array(person),
  mailCc: z.array(person),
  mailBcc: z.array(person),
  /** When it leaves once approved; null: at once. */
  scheduledTime: z.string().nullable(),
  text: z.string().nullable(),
  /** As the sender wrote it, NOT sanitised: only ever shown through the sanitiser in the sandboxed frame. */
  unsafeHtml: z.string().nullable(),
  truncated: z.boolean(),
  /** S/MIME: what it says is not readable here. */
  encrypted: z.boolean(),
  /** `url` is '' where `mayDownload` is false. */
  attachments: z.array(attachment),
  /** mailApprovalDownload. */
  mayDownload: z.boolean(),
  chain: z.array(
    z.object({
      level: z.number(),
      needs: z.enum(['any', 'all']),
      approvers: z.array(
        person.extend({
          state: recordState,
          /** Who decides in their place now; empty: nobody. */
          deputy: person,
        }),
      ),
    }),
  ),
  trail: z.array(trailStep),
  may: z.object({
    decide: z.boolean(),
    /** There is a next level to pass it to. */
    pass: z.boolean(),
    withdraw: z.boolean(),
  }),
  /** Signed for five minutes: the trail with the mail, as a zip of .eml and JSON. */
  evidenceUrl: z.string(),
})
export type ApprovalDetail = z.infer<typeof approvalDetail>

/** What became of each of several. */
export const decided = z.object({
  list: z.array(
    z.object({
      approvalId: z.number(),
      state: approvalState,
      /** Name and sentence of what stood against it; null: done. */
      error: z.object({ name: z.string(), message: z.string() }).nullable(),
    }),
  ),
})

const listOf = (most: number, longest = 320) => z.array(text(longest).min(1)).max(most).default([])

/**
 * What happens to a mail that a rule applies to. `approve` and `block` end the list; behind the others it goes on with the
 * next rule.
 */
export const ruleActions = [
  'approve',
  'warn',
  'justify',
  'encrypt',
  'strip',
  'block',
  'copy',
  'watermark',
] as const
export type RuleAction = (typeof ruleActions)[number]

/** Where words and numbers are looked for. */
export const rulePlaces = ['subject', 'body', 'file'] as const
export type RulePlace = (typeof rulePlaces)[number]

const level = z
  .object({
    approvers: listOf(50).default([]),
    /** Who heads the writer's department, or the next one above that is headed. */
    head: z.boolean().default(false),
    needs: z.enum(['any', 'all']).default('any'),
    /** After so many hours `after` happens; null: it waits. */
    hours: z.number().int().min(1).max(2_000).nullable().default(null),
    after: z.enum(['remind', 'pass-up', 'approve', 'reject']).default('remind'),
  })
  .refine(({ approvers, head }) => head || approvers.length > 0)

/** One rule. Every condition that is given must be met; of a list, one entry. */
export const approvalRule = z.object({
  name: text(60).trim().min(1),
  active: z.boolean().default(true),
  action: z.enum(ruleActions).default('approve'),
  /** What its writer reads where it warns, wants a reason or refuses; '': the product's own words. */
  text: text(500).default(''),
  /** Colleagues who get a copy. */
  copyTo: listOf(20),
  /** Of `watermark`: what happens to a PDF that cannot be marked; `only-pdf`: to every other file too, it does not leave. */
  unmarked: z.enum(['block', 'pass', 'only-pdf']).default('block'),
  /** Addresses of senders; empty: everybody. */
  senders: listOf(500),
  /** Departments by id, with all below them; one that is gone is nobody's. */
  departments: z.array(z.number().int().min(0)).max(100).default([]),
  /** Senders it is not for. */
  exempt: listOf(500),
  recipients: z.enum(['any', 'outside', 'inside']).default('any'),
  /** Domains of recipients. */
  domains: listOf(500, 255),
  /** More recipients than this. */
  recipientsOver: z.number().int().min(0).max(10_000).nullable().default(null),
  /** Larger than so many bytes. */
  sizeOver: z.number().int().min(0).max(mostRuleBytes).nullable().default(null),
  /** Its sensitivity label; null: whichever. */
  sensitivity: ruleSensitivity.nullable().default(null),
  /** Endings of attachments, in archives too; `*`: any attachment. */
  files: listOf(100, 20),
  /** Words in subject, text or attachments. Together with `lists` and `patterns` one condition: any of them. */
  words: listOf(500, 100),
  /** Names of own word lists. */
  lists: listOf(50, 60),
  patterns: z.array(z.enum(approvalPatterns)).max(approvalPatterns.length).default([]),
  /** Where words and patterns are looked for; empty: everywhere. */
  places: z.array(z.enum(rulePlaces)).max(3).default([]),
  /** So many finds of words and patterns are needed. */
  finds: z.number().int().min(1).max(1_000).default(1),
  /** Of `approve`. */
  levels: z.array(level).max(9).default([]),
  /** The sender chooses one of the first level's approvers. */
  choose: z.boolean().default(false),
})
export type ApprovalRule = z.infer<typeof approvalRule>

export const keptRule = approvalRule.extend({ ruleId: z.number(), changedTime: z.string() })

export const wordList = z.object({
  name: text(60).min(1),
  words: z.array(text(100).min(1)).max(5_000),
})

/** What a rule asks the writer of a mail before it leaves. */
export const ruleQuestion = z.object({
  ruleId: z.number(),
  action: z.enum(['warn', 'justify']),
  ruleName: z.string(),
  /** The organisation's own words; '' for none. */
  text: z.string(),
  reasons: z.array(approvalReason),
})
export type RuleQuestion = z.infer<typeof ruleQuestion>

/** What became of a mail that a rule applied to. */
export const ruleOutcomes = [
  'confirmed',
  'justified',
  'encrypt',
  'stripped',
  'blocked',
  'copied',
  'watermarked',
  'unmarked',
] as const
export type RuleOutcome = (typeof ruleOutcomes)[number]

/** Somebody who decides in an approver's place for a time. */
export const deputy = z.object({
  /** '' for none. */
  deputy: text(320),
  from: instant.nullable().default(null),
  until: instant.nullable().default(null),
})
