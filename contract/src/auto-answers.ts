import { z } from 'zod'
import { flag, text } from './fields.ts'
import { limits } from './limits.ts'

/** A minute of the user's own time zone: `2026-10-01 09:30`; '' is no bound. */
const localMinute = z
  .string()
  .regex(/^(\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2})?$/)
  .transform((value) => value.replace('T', ' '))

/** The automatic reply (specification §3 General): content and period. */
export const autoReply = z.object({
  enabled: flag,
  content: text(limits.replyText),
  startTime: localMinute.default(''),
  endTime: localMinute.default(''),
})

/** The automatic forward. */
export const autoForward = z.object({
  enabled: flag,
  forwardTo: z.array(text(320)).max(limits.forwardTargets),
  /** Keep the original in the inbox; else it goes to the recycle bin, read. */
  keepOriginal: flag.default(true),
})

export const replyErrors = ['reply.no-content', 'reply.range'] as const
export const forwardErrors = [
  'rule.no-address',
  'rule.bad-address',
  'forward.duplicate',
  'forward.own',
  'forward.not-allowed',
] as const
export const autoAnswerErrors = [...replyErrors, ...forwardErrors] as const
