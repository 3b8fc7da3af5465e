import { whenIdle } from './idle.ts'

/** Mails after so many of which the browser is made to look for what nobody holds. */
const each = 4
/** In GB. With less the taking itself would be what the machine feels. */
const roomy = 4
/** Characters of HTML. */
const much = 50_000
/** In bytes: more than a browser lets pass without looking. */
const hint = 100 * 1024 * 1024

let gone = 0

/**
 * A browser weighs what scripts hold, and little of the pages, styles and layouts that hang on it: of mails that are opened
 * one after the other it lets 200 MB lie before it looks for them (T34). Memory that is taken and never touched takes no
 * room, and makes it look, piece by piece. Returns what is to be called when the mail was closed.
 */
export function holdMail(unsafeHtml: string | null): (() => void) | undefined {
  if (unsafeHtml === null) return undefined
  if (unsafeHtml.length < much && !/<img\b/i.test(unsafeHtml)) return undefined
  return holdFile()
}

/** The same for a file that is looked at. */
export function holdFile(): () => void {
  return () => {
    gone++
    if (gone < each) return
    gone = 0
    whenIdle(takeAndLeave)
  }
}

function takeAndLeave(): void {
  // Only Chromium says so, and only it takes memory without writing to it.
  if (((navigator as { deviceMemory?: number }).deviceMemory ?? 0) < roomy) return
  try {
    // A call, so that nobody who makes the page smaller takes it for nothing.
    new ArrayBuffer(hint).slice(0, 0)
  } catch {
    // There is no such room: then the browser looks by itself.
  }
}
