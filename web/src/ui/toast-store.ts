import { create } from 'zustand'

export interface ToastAction {
  label: string
  run: () => void
}

export interface ToastOptions {
  kind: 'info' | 'success' | 'error'
  text: string
  action?: ToastAction
  /** One about the same takes its place. */
  topic?: string
  /** Milliseconds on screen; 0 stays until closed. Default: 3 s, with an action 6 s, errors 5 s. */
  duration?: number
}

export interface ToastEntry extends ToastOptions {
  id: number
}

/** Older ones make room. */
const most = 4
/** After the pointer has left (ms). */
const leastLeft = 1500
let lastId = 0
let held = false
/** Of the toasts that go by themselves: how long they have left, counted from `since` while the timer runs. */
const clocks = new Map<number, { left: number; since: number; timer: number }>()

export const useToasts = create<{ list: ToastEntry[] }>(() => ({ list: [] }))

/** Shows a short message; returns its id for `dismissToast`. The same words stand there once, however often they are said. */
export function toast(options: ToastOptions): number {
  lastId++
  const entry = { ...options, id: lastId }
  useToasts.setState(({ list }) => ({
    list: [...list.filter((one) => !isSame(one, options)), entry].slice(-most),
  }))
  const duration = options.duration ?? defaultDuration(options)
  if (duration > 0) {
    clocks.set(entry.id, { left: duration, since: 0, timer: 0 })
    if (!held) wind(entry.id)
  }
  return entry.id
}

/** One with an offer is another each time, for it takes back something else; unless it says what it is about. */
const isSame = (one: ToastEntry, { kind, text, action, topic }: ToastOptions): boolean =>
  topic === undefined
    ? action === undefined && one.action === undefined && one.kind === kind && one.text === text
    : one.topic === topic

/** Takes all of them away: whom they spoke to has gone. */
export const clearToasts = (): void => useToasts.setState({ list: [] })

/** None goes by itself while one is pointed at or has the focus. */
export function holdToasts(): void {
  if (held) return
  held = true
  const now = Date.now()
  for (const clock of clocks.values()) {
    clearTimeout(clock.timer)
    clock.left -= now - clock.since
  }
}

/** Each has what it had left, and at least a moment. */
export function releaseToasts(): void {
  if (!held) return
  held = false
  for (const [id, clock] of clocks) {
    clock.left = Math.max(leastLeft, clock.left)
    wind(id)
  }
}

function wind(id: number): void {
  const clock = clocks.get(id)
  if (!clock) return
  clock.since = Date.now()
  clock.timer = Number(setTimeout(() => dismissToast(id), clock.left))
}

export function dismissToast(id: number): void {
  clearTimeout(clocks.get(id)?.timer)
  clocks.delete(id)
  useToasts.setState(({ list }) => ({ list: list.filter((entry) => entry.id !== id) }))
}

/** What the newest toast that offers something would do, as if its button were pressed. */
export function lastAction(): (() => void) | null {
  const entry = useToasts.getState().list.findLast(({ action }) => action !== undefined)
  if (!entry) return null
  return () => {
    dismissToast(entry.id)
    entry.action?.run()
  }
}

function defaultDuration({ kind, action }: ToastOptions): number {
  if (kind === 'error') return 5000
  return action ? 6000 : 3000
}
