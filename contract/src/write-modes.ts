/** Ways to begin a mail (decision G12); `editAgainFromdraft` maps to editAgain. */
export const writeModes = [
  'new',
  'reply',
  'replyAll',
  'forward',
  'forwardAsAttachment',
  'editAgain',
  'editAgainFromdraft',
] as const
export type WriteMode = (typeof writeModes)[number]
