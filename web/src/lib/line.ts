import { settings } from '@hongyan/contract/settings'

/** `offline`: this device has no network; `away`: it has, but the server does not answer. */
export type Line = 'up' | 'away' | 'offline'

/** How often a server that is away is asked whether it is back, in milliseconds. */
const askAgain = 2_000
/** An answer that takes longer is none. */
const patience = 5_000

/** Only a page asks; code that is tested alone leaves the network alone. */
let following = false
let line: Line = 'up'
let asking = false
const changed = new Set<() => void>()
const returned = new Set<() => void>()

export const readLine = (): Line => line

/** Every change of the line. @returns the end of it */
export function watchLine(listener: () => void): () => void {
  changed.add(listener)
  return () => changed.delete(listener)
}

/** Called whenever the server can be reached again: what waited goes on at once. @returns the end of it */
export function onLineBack(listener: () => void): () => void {
  returned.add(listener)
  return () => returned.delete(listener)
}

/** A call or the push connection failed: whether that is the server's absence is found out, and said until it is over. */
export function suspectLine(): void {
  if (!following) return
  if (!navigator.onLine) set('offline')
  else if (!asking) void ask()
}

/** The browser's own word; to be called once by the page. */
export function followLine(): void {
  following = true
  window.addEventListener('offline', suspectLine)
  window.addEventListener('online', suspectLine)
  if (!navigator.onLine) set('offline')
}

/** What waited goes on: the server can be reached again, or answers this page again. */
export function goOn(): void {
  for (const listener of [...returned]) listener()
}

async function ask(): Promise<void> {
  asking = true
  for (;;) {
    const next = !navigator.onLine ? 'offline' : (await answers()) ? 'up' : 'away'
    set(next)
    // Without a network the browser says when to ask again.
    if (next !== 'away') break
    await new Promise((resolve) => setTimeout(resolve, askAgain))
  }
  asking = false
}

async function answers(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(patience)
    const { status } = await fetch(`/api/${settings.platform.path}`, { signal, cache: 'no-store' })
    // A proxy that answers for a server which is down.
    return status !== 502 && status !== 504
  } catch {
    return false
  }
}

function set(next: Line): void {
  if (next === line) return
  line = next
  for (const listener of changed) listener()
  if (next === 'up') goOn()
}
