/** What the library's worker says to its page, as far as it is looked at here. */
export interface Answer {
  action?: string
  data?: readonly unknown[]
  streamId?: number
  chunk?: PageChunk
}

/** A part of what is to be drawn on a page, as the library's worker sends it. */
export interface PageChunk {
  fnArray?: number[]
  argsArray?: unknown[]
  length?: number
}
