import { z } from 'zod'
import { text } from './fields.ts'
import { limits } from './limits.ts'

/** The field of a mail that names its sensitivity label by the label's key. */
export const sensitivityHeader = 'X-Hongyan-Sensitivity'

/** A label of sensitivity that a writer chooses. */
export const sensitivityLabel = z.object({
  /** What stands in the field; never changes while the label is there. */
  key: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .max(limits.sensitivityKey),
  zh: text(limits.sensitivityName).trim().min(1),
  en: text(limits.sensitivityName).trim().min(1),
  /** One of the colours 0 to 7 of the interface. */
  color: z
    .number()
    .int()
    .min(0)
    .max(limits.labelColors - 1),
  /** Other programs call such a mail confidential: it says `Sensitivity: Company-Confidential` as well (RFC 2156). */
  confidential: z.boolean(),
  /** A mail has it where its writer, or a program, says nothing. */
  isDefault: z.boolean(),
})
export type SensitivityLabel = z.infer<typeof sensitivityLabel>

/** The labels of an organisation, the lightest first. */
export const sensitivity = z.object({
  /** Off: nobody chooses one, none is shown, and no rule finds one. */
  on: z.boolean(),
  /** No mail is sent without one. */
  required: z.boolean(),
  labels: z.array(sensitivityLabel).max(limits.sensitivityLabels),
})
export type Sensitivity = z.infer<typeof sensitivity>

/** What is known of a mail's label, where it is to be believed. */
export const shownSensitivity = sensitivityLabel.pick({ zh: true, en: true, color: true })
export type ShownSensitivity = z.infer<typeof shownSensitivity>

/** Which labels a rule is about: that one and all heavier ones, or none at all. */
export const ruleSensitivity = z.discriminatedUnion('is', [
  z.object({ is: z.literal('none') }),
  z.object({ is: z.literal('from'), key: text(limits.sensitivityKey).min(1) }),
])
export type RuleSensitivity = z.infer<typeof ruleSensitivity>
