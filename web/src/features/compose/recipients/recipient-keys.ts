import type { KeyboardEvent } from 'react'
import { isComposing } from '../../../lib/composing.ts'
import { type Recipient, readRecipients } from './recipients.ts'

export interface FieldKeys {
  list: Recipient[]
  typed: string
  isOpen: boolean
  marked: string | null
  setMarked: (key: string | null) => void
  remove: (key: string) => void
  edit: (one: Recipient) => void
  commit: () => void
  /** Through the list and what is chosen in it; null while nothing is. */
  move: ((by: 1 | -1) => void) | null
  pick: (() => void) | null
  closeList: () => void
  /** Takes the marked chip to the field above or below. */
  moveTo: (key: string, by: 1 | -1) => void
  /** Puts the chip that is being edited back as it was; null while none is. */
  giveUp: (() => void) | null
}

/** What the keys of a recipient field do: first in the list of suggestions, then among the chips. */
export function fieldKeys(field: FieldKeys) {
  return (event: KeyboardEvent<HTMLInputElement>): void => {
    if (isComposing(event)) return
    if (event.ctrlKey || event.metaKey) return
    const action = event.altKey ? moveAction(event.key, field) : plainAction(event, field)
    if (action === null) return
    event.preventDefault()
    event.stopPropagation()
    action()
  }
}

const plainAction = (event: KeyboardEvent<HTMLInputElement>, field: FieldKeys): Action =>
  listAction(event.key, field) ?? chipAction(event, field)

/** Alt and an arrow take the marked chip to another field. */
function moveAction(key: string, { marked, moveTo }: FieldKeys): Action {
  if (marked === null) return null
  if (key === 'ArrowDown') return () => moveTo(marked, 1)
  return key === 'ArrowUp' ? () => moveTo(marked, -1) : null
}

type Action = (() => void) | null

function listAction(key: string, field: FieldKeys): Action {
  if (!field.isOpen) return null
  switch (key) {
    case 'ArrowDown':
      return () => field.move?.(1)
    case 'ArrowUp':
      return () => field.move?.(-1)
    case 'Enter':
    case 'Tab':
      return field.pick
    case 'Escape':
      return field.closeList
    default:
      return null
  }
}

function chipAction(event: KeyboardEvent<HTMLInputElement>, field: FieldKeys): Action {
  const { key } = event
  if (/^[,;，；、]$/.test(key) && field.typed.trim() !== '' && !isQuoting(field.typed)) {
    return field.commit
  }
  if (key === 'Enter') return enterAction(field)
  if (key === 'Escape') return field.giveUp
  if (key === ' ' && readRecipients(field.typed).every((one) => one.valid)) {
    return field.typed.trim() === '' ? null : field.commit
  }
  const caretAtStart =
    event.currentTarget.selectionStart === 0 && event.currentTarget.selectionEnd === 0
  return caretAtStart ? markAction(key, field) : null
}

function enterAction(field: FieldKeys): Action {
  const marked = field.list.find((one) => one.key === field.marked)
  if (marked !== undefined) return () => field.edit(marked)
  return field.typed.trim() === '' ? null : field.commit
}

/** Arrows walk over the chips; Backspace marks the last one first and then removes it. */
function markAction(key: string, { list, marked, setMarked, remove, typed }: FieldKeys): Action {
  const at = list.findIndex((one) => one.key === marked)
  const keyAt = (index: number) => list[index]?.key ?? null
  switch (key) {
    case 'Backspace':
      if (marked !== null && at >= 0) return () => remove(marked)
      return typed === '' && list.length > 0 ? () => setMarked(keyAt(list.length - 1)) : null
    case 'Delete':
      return marked !== null && at >= 0 ? () => remove(marked) : null
    case 'ArrowLeft':
      return list.length > 0
        ? () => setMarked(keyAt(at < 0 ? list.length - 1 : Math.max(0, at - 1)))
        : null
    case 'ArrowRight':
      return at >= 0 ? () => setMarked(keyAt(at + 1)) : null
    default:
      return null
  }
}

/** Inside `"Zhang, …` or `<…` a comma is part of what is typed. */
function isQuoting(typed: string): boolean {
  const quotes = typed.match(/"/g)?.length ?? 0
  return quotes % 2 === 1 || typed.lastIndexOf('<') > typed.lastIndexOf('>')
}
