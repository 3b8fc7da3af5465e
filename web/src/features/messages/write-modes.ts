import type { WriteMode } from '@hongyan/contract/compose-content'

export type { WriteMode }

export const writeModes: readonly WriteMode[] = [
  'new',
  'reply',
  'replyAll',
  'forward',
  'forwardAsAttachment',
  'editAgain',
  'editAgainFromdraft',
]
