import type { WriteMode } from '@hongyan/contract/write-modes'
import { onSessionEnd } from '../../../lib/session-end.ts'

/** What the quick reply hands to the full composer (specification §3). */
export interface QuickHandOff {
  type: Extract<WriteMode, 'reply' | 'replyAll'>
  /** Folder of the answered mail. */
  box: number
  mailId: number
  fasthuifuContent: string
}

let handed: QuickHandOff | null = null
onSessionEnd(forgetQuickText)

/** Keeps the text until the composer opens; it never stands in an address, where others could read it. */
export function handOff(quick: QuickHandOff): string {
  handed = quick
  return `/write/new${quick.type}/${quick.mailId}?box=${quick.box}`
}

/** The text that was handed over for this mail. Only looks: a screen may be drawn twice before it stands. */
export const quickTextFor = (mailId: number): string =>
  handed?.mailId === mailId ? handed.fasthuifuContent : ''

/** A text waits for a composer about this mail. */
export const hasQuickText = (mailId: number): boolean => quickTextFor(mailId) !== ''

/** The composer stands and has the text: the next one begins without it. */
export function forgetQuickText(): void {
  handed = null
}
