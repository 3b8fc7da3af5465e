import { limits as product } from '@hongyan/contract/limits'
import { defaultLimits, type SmtpLimits } from '../limits.ts'

/** What the ports of submission allow. */
export interface SubmissionLimits extends SmtpLimits {
  /** Of one account. */
  connectionsPerAccount: number
  /** Wrong codes of one connection before it is closed. */
  badLogins: number
}

export const submissionLimits: SubmissionLimits = {
  ...defaultLimits,
  messageSize: product.message,
  recipients: product.recipients,
  connectionsPerAccount: 20,
  badLogins: 3,
}
