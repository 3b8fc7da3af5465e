import { onSessionEnd } from './session-end.ts'

/** When somebody last pressed a button or a key in this browser, for all of its tabs (SECURITY-19). */
const key = 'lastMouseDown'
/** A deed sooner after the one before is not written down. */
const exactness = 1_000

let written = 0
onSessionEnd(() => {
  written = 0
})

/** Somebody is there. */
export function noteDeed(): void {
  const now = Date.now()
  if (now - written < exactness) return
  written = now
  localStorage.setItem(key, String(now))
}

/** Follows mouse and keys, and fingers, of the whole page, or of a frame in it, which the page hears nothing of; once for each. */
export function followDeeds(page: EventTarget = window): void {
  // Who signed in before the keys of the page could be followed is counted from here.
  idleSeconds()
  for (const kind of ['mousedown', 'keydown', 'touchstart'])
    page.addEventListener(kind, noteDeed, { capture: true, passive: true })
}

/** Whole seconds since the last deed; a browser that knows of none begins now. */
export function idleSeconds(): number {
  const at = Number(localStorage.getItem(key))
  if (at > 0) return Math.max(0, Math.floor((Date.now() - at) / 1000))
  noteDeed()
  return 0
}
