import type { WriteMode } from '@hongyan/contract/compose-content'

const modes: readonly WriteMode[] = [
  'new',
  'reply',
  'replyAll',
  'forward',
  'forwardAsAttachment',
  'editAgain',
  'editAgainFromdraft',
]

/** The write mode named in an address, `reply` or `newreply` (R35); anything else begins a new mail. */
export function writeModeOf(type: string): WriteMode {
  const bare = type.replace(/^new(?=.)/, '')
  return modes.find((mode) => mode === bare) ?? 'new'
}
