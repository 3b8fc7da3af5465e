import { type WriteMode, writeModes } from '@hongyan/contract/write-modes'

/** The write mode named in an address, `reply` or `newreply` (R35); anything else begins a new mail. */
export function writeModeOf(type: string): WriteMode {
  const bare = type.replace(/^new(?=.)/, '')
  return writeModes.find((mode) => mode === bare) ?? 'new'
}
