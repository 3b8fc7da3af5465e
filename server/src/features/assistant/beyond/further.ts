import type { Answering } from '../answering-parts.ts'
import type { Caller } from '../assistant-options.ts'
import type { FurtherWish, Wish } from '../tickets.ts'

/** What goes beyond the five functions, as it is asked for. */
export interface Further<W = FurtherWish> {
  caller: Caller
  wish: Wish
  further: W
  answering: Answering
}
