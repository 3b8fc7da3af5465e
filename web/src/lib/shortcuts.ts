import { useLayoutEffect, useRef } from 'react'
import { isComposing } from './composing.ts'

/** Groups of the help, in its order. */
export const shortcutGroups = ['list', 'mail', 'read', 'write', 'go', 'app'] as const
export type ShortcutGroup = (typeof shortcutGroups)[number]

interface Shortcut {
  group: ShortcutGroup
  /** As KeyboardEvent.key; `g i` is one after the other; `Mod+k` is Ctrl or, on a Mac, Command. */
  keys: readonly string[]
  /** In the set that the product began with (G116). */
  classic?: readonly string[]
  /** On a button, a link or a checkbox these keys have a meaning of their own. */
  soft?: true
  /** Not offered by the command palette: it moves around, or opens the palette itself. */
  keyOnly?: true
}

/**
 * Every shortcut of the product. What it does, a screen says while it is there (useShortcuts); help, palette and
 * tooltips read this. Names stand in locales/…/shortcuts.json.
 */
export const shortcuts = {
  next: { group: 'list', keys: ['j'], keyOnly: true },
  previous: { group: 'list', keys: ['k'], keyOnly: true },
  down: { group: 'list', keys: ['ArrowDown'], soft: true, keyOnly: true },
  up: { group: 'list', keys: ['ArrowUp'], soft: true, keyOnly: true },
  open: { group: 'list', keys: ['Enter'], soft: true, keyOnly: true },
  back: { group: 'list', keys: ['Escape'], keyOnly: true },
  select: { group: 'list', keys: ['x'], keyOnly: true },
  selectTo: { group: 'list', keys: ['X', 'Shift+ '], keyOnly: true },
  stretchDown: { group: 'list', keys: ['Shift+ArrowDown'], soft: true, keyOnly: true },
  stretchUp: { group: 'list', keys: ['Shift+ArrowUp'], soft: true, keyOnly: true },
  selectHere: { group: 'list', keys: [' '], soft: true, keyOnly: true },
  star: { group: 'mail', keys: ['s'] },
  unread: { group: 'mail', keys: ['u'] },
  move: { group: 'mail', keys: ['v'] },
  label: { group: 'mail', keys: ['l'] },
  archive: { group: 'mail', keys: ['e'], classic: ['y'] },
  pin: { group: 'mail', keys: ['p'] },
  spam: { group: 'mail', keys: ['!'] },
  remove: { group: 'mail', keys: ['#', 'Delete'], classic: ['e', 'Delete'] },
  undo: { group: 'mail', keys: ['z'] },
  reply: { group: 'write', keys: ['r'] },
  replyAll: { group: 'write', keys: ['a'] },
  forward: { group: 'write', keys: ['f'] },
  print: { group: 'read', keys: ['P'] },
  pictures: { group: 'read', keys: ['i'] },
  dark: { group: 'read', keys: ['d'] },
  larger: { group: 'read', keys: ['+', '='] },
  smaller: { group: 'read', keys: ['-'] },
  normalSize: { group: 'read', keys: ['0'] },
  source: { group: 'read', keys: ['o'] },
  headers: { group: 'read', keys: ['h'] },
  compose: { group: 'write', keys: ['c'] },
  goHome: { group: 'go', keys: ['g h'] },
  goInbox: { group: 'go', keys: ['g i'] },
  goSent: { group: 'go', keys: ['g s'] },
  goDrafts: { group: 'go', keys: ['g d'] },
  goTrash: { group: 'go', keys: ['g t'] },
  search: { group: 'app', keys: ['/'] },
  palette: { group: 'app', keys: ['Mod+k'], keyOnly: true },
  settings: { group: 'app', keys: ['g ,'] },
  assistant: { group: 'app', keys: ['g a'] },
  help: { group: 'app', keys: ['?'] },
} as const satisfies Record<string, Shortcut>

export type ShortcutId = keyof typeof shortcuts
/** Answers false when there was nothing to do: the key is then not used up. */
export type ShortcutHandler = () => unknown
/** What the screen does for some shortcuts; undefined: not possible now. */
export type ShortcutHandlers = Partial<Record<ShortcutId, ShortcutHandler | undefined>>

const known: [ShortcutId, Shortcut][] = Object.entries(shortcuts).map(([id, one]) => [
  id as ShortcutId,
  one,
])

/** The keys a person wants: a set, and own ones in place of some of its. */
export type KeySet = 'gmail' | 'classic'
let set: KeySet = 'gmail'
let own: Readonly<Record<string, string>> = {}

export function applyKeys(wanted: KeySet, chosen: Readonly<Record<string, string>>): void {
  set = wanted
  own = chosen
}

/** The keys of a shortcut for who is signed in. */
export function keysOf(id: ShortcutId): readonly string[] {
  const chosen = own[id]
  if (chosen !== undefined) return [chosen]
  const one: Shortcut = shortcuts[id]
  return (set === 'classic' ? one.classic : undefined) ?? one.keys
}

/** Screens on top of each other: the last one that can do a thing does it. */
const screens: (() => ShortcutHandlers)[] = []

/**
 * Gives shortcuts their meaning while the component is on screen.
 * @param below whatever else is on screen goes before it: effects of a frame run after those of what it holds
 */
export function useShortcuts(handlers: ShortcutHandlers, below = false): void {
  const latest = useRef(handlers)
  // With the screen and not some moments after it: no key may delete what is no longer seen.
  useLayoutEffect(() => {
    latest.current = handlers
  })
  useLayoutEffect(() => addShortcuts(() => latest.current, below), [below])
}

/** Listens to shortcuts outside of React; `read` is asked at each key. @returns the end of it */
export function addShortcuts(read: () => ShortcutHandlers, below = false): () => void {
  if (screens.length === 0) window.addEventListener('keydown', onKeyDown)
  if (below) screens.unshift(read)
  else screens.push(read)
  return () => {
    screens.splice(screens.indexOf(read), 1)
    if (screens.length === 0) window.removeEventListener('keydown', onKeyDown)
  }
}

/** What a shortcut would do now; null when nothing. */
export function handlerOf(id: ShortcutId): ShortcutHandler | null {
  for (const read of screens.toReversed()) {
    const handler = read()[id]
    if (handler) return handler
  }
  return null
}

const held: (() => boolean)[] = []

/** While a question is on its way to the screen, what is typed is meant for it and not for the mail below. */
export const holdKeysWhile = (isOpen: () => boolean): void => void held.push(isOpen)

/** After the first key of two, the second must come within this time (ms). */
const chordTime = 1500
let chord = { key: '', at: Number.NEGATIVE_INFINITY }
const startsChord = (name: string): boolean =>
  known.some(([id]) => keysOf(id).some((one) => one.startsWith(`${name} `) && one.length > 2))

function onKeyDown(event: KeyboardEvent): void {
  if (isElsewhere(event) || held.some((isOpen) => isOpen())) return
  const name = nameOf(event)
  if (name === null) return
  const inChord = event.timeStamp - chord.at < chordTime ? `${chord.key} ${name}` : null
  chord = { key: name, at: Number.NEGATIVE_INFINITY }
  const found = (inChord && find(inChord, event)) || find(name, event)
  if (found) {
    if (found() !== false) event.preventDefault()
  } else if (startsChord(name)) chord.at = event.timeStamp
}

function find(name: string, event: KeyboardEvent): ShortcutHandler | null {
  const onControl =
    event.target instanceof Element &&
    event.target.closest('button, a, input, summary, [role=separator]') !== null
  const fits = ([id, { soft }]: [ShortcutId, Shortcut]): boolean =>
    keysOf(id).includes(name) && !(soft && onControl)
  // A key that was chosen goes before one that came with the set.
  const found = known.find((one) => own[one[0]] !== undefined && fits(one)) ?? known.find(fits)
  return found ? handlerOf(found[0]) : null
}

/** Null for keys that are a browser's or a system's command. */
export function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string | null {
  if (altKey) return null
  if (ctrlKey || metaKey) return `Mod+${key.toLowerCase()}`
  // Of letters and signs the shift is part of the key itself.
  return shiftKey && (key.length > 1 || key === ' ') ? `Shift+${key}` : key
}

/** True when the key belongs to a text field, an input method, a menu or a dialog, or was already used. */
export function isElsewhere(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || isComposing(event)) return true
  const target = event.target
  if (!(target instanceof Element)) return false
  if (target.closest('textarea, select, [contenteditable], [role=menu], [popover], dialog'))
    return true
  const input = target.closest('input')
  return input !== null && !['checkbox', 'radio', 'button'].includes(input.type)
}
