import { whenIdle } from './idle.ts'

/** Mails after so many of which the browser is made to look for what nobody holds. */
const each = 4
/** In bytes: more than a browser lets pass without looking. */
const hint = 100 * 1024 * 1024

let gone = 0

/**
 * A browser weighs what scripts hold, and little of the pages, styles and layouts that hang on it: of mails that are opened
 * one after the other it lets 200 MB lie before it looks for them (T34). Memory that is taken and never touched takes no
 * room, and makes it look, piece by piece. Returns what is to be called when the mail was closed.
 */
export function holdMail(_mail: unknown): () => void {
  return () => {
    gone++
    if (gone < each) return
    gone = 0
    whenIdle(takeAndLeave)
  }
}

function takeAndLeave(): void {
  try {
    // A call, so that nobody who makes the page smaller takes it for nothing.
    new ArrayBuffer(hint).slice(0, 0)
  } catch {
    // There is no such room: then the browser looks by itself.
  }
}
