import { create } from 'zustand'

export interface ToastAction {
  label: string
  run: () => void
}

export interface ToastOptions {
  kind: 'info' | 'success' | 'error'
  text: string
  action?: ToastAction
  /** Milliseconds on screen; 0 stays until closed. Default: 3 s, with an action 6 s, errors 5 s. */
  duration?: number
}

export interface ToastEntry extends ToastOptions {
  id: number
}

/** Older ones make room. */
const most = 4
let lastId = 0

export const useToasts = create<{ list: ToastEntry[] }>(() => ({ list: [] }))

/** Shows a short message; returns its id for `dismissToast`. */
export function toast(options: ToastOptions): number {
  lastId++
  const entry = { ...options, id: lastId }
  useToasts.setState(({ list }) => ({ list: [...list, entry].slice(-most) }))
  const duration = options.duration ?? defaultDuration(options)
  if (duration > 0) setTimeout(() => dismissToast(entry.id), duration)
  return entry.id
}

/** Takes all of them away: whom they spoke to has gone. */
export const clearToasts = (): void => useToasts.setState({ list: [] })

export function dismissToast(id: number): void {
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
