import { addressNow, pathOf, type RouteLocation } from './address.ts'

/** A step that the browser made without what belongs to it. */
export interface UnkeptStep {
  location: RouteLocation
  idx: number
}

/** What the browser keeps with each step of its history. */
interface Entry {
  /** How many of our pages come before it in this tab of the browser. */
  idx: number
  key: string
  usr: unknown
}

/**
 * The step that the browser is at; one that it made by itself (an address typed in) gets its number. @param before the one
 * before @param unkept ours, if that is where it leads
 */
export function entryNow(
  before: number,
  unkept: UnkeptStep | null = null,
): { location: RouteLocation; idx: number } {
  const kept = readEntry()
  const { idx, key, usr } = kept ??
    ownEntry(unkept) ?? { idx: before + 1, key: newKey(), usr: null }
  if (!kept) keep('replaceState', { idx, key, usr })
  return { location: { ...addressNow(), state: usr, key }, idx }
}

function ownEntry(unkept: UnkeptStep | null): Entry | null {
  if (!unkept || pathOf(unkept.location) !== pathOf(addressNow())) return null
  return { idx: unkept.idx, key: unkept.location.key, usr: unkept.location.state }
}

/**
 * Leads the browser there, by a step of its own or in place of this one. @returns what the browser would not keep of it, to
 * be known again when it says that it is there
 */
export function writeEntry(
  location: RouteLocation,
  idx: number,
  isNew: boolean,
): UnkeptStep | null {
  const url = `#${pathOf(location)}`
  const entry = { idx, key: location.key, usr: location.state }
  if (keep(isNew ? 'pushState' : 'replaceState', entry, url) && isAt(url)) return null
  // Some refuse more than a hundred steps in half a minute, Chromium without a word, but not this.
  if (isNew) window.location.assign(url)
  else window.location.replace(url)
  return { location, idx }
}

const isAt = (url: string): boolean =>
  new URL(url, window.location.href).hash === new URL(window.location.href).hash

export const newKey = (): string => Math.random().toString(36).slice(2, 10)

function keep(by: 'pushState' | 'replaceState', entry: Entry, url?: string): boolean {
  try {
    history[by](entry, '', url)
    return true
  } catch (error) {
    // State that cannot be kept is a fault of ours.
    if (error instanceof DOMException && error.name === 'DataCloneError') throw error
    return false
  }
}

function readEntry(): Entry | null {
  const state: unknown = history.state
  if (typeof state !== 'object' || state === null || !('idx' in state)) return null
  const { idx } = state
  if (typeof idx !== 'number') return null
  const key = 'key' in state && typeof state.key === 'string' ? state.key : 'default'
  return { idx, key, usr: 'usr' in state ? state.usr : null }
}
