import type { WriteMode } from '@hongyan/contract/compose'

const modes: readonly WriteMode[] = [
  'new',
  'reply',
  'replyAll',
  'forward',
  'forwardAsAttachment',
  'editAgain',
  'editAgainFromdraft',
]

/** The write mode named in an address; anything else begins a new mail. */
export function writeModeOf(type: string): WriteMode {
  return modes.find((mode) => mode === type) ?? 'new'
}
