import { type KeyboardEvent, type Ref, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { chipType, RecipientChip } from './recipient-chip.tsx'
import styles from './recipients.module.css'
import {
  addRecipients,
  identity,
  type Recipient,
  readRecipients,
  recipientOf,
  writeRecipient,
} from './recipients.ts'
import { SuggestionList } from './suggestion-list.tsx'
import { type Suggestion, useSuggestions } from './use-suggestions.ts'

interface RecipientsFieldProps {
  label: string
  list: Recipient[]
  typed: string
  ownDomains: string[]
  /** Chips and typed text change together, so that nothing is lost in between. */
  onChange: (part: { list?: Recipient[]; typed?: string }) => void
  /** A chip was dropped here: the owner takes it from the field it came from. */
  onDropChip: (key: string) => void
  inputRef?: Ref<HTMLInputElement>
}

/** Chips and an input: typing suggests people, separators and leaving the field make chips. */
export function RecipientsField(props: RecipientsFieldProps) {
  const { label, list, typed, onChange, inputRef } = props
  const { t } = useTranslation('compose')
  const id = useId()
  const input = useRef<HTMLInputElement | null>(null)
  const [focused, setFocused] = useState(false)
  const [marked, setMarked] = useState<string | null>(null)
  const known = new Set(list.map(identity))
  const suggestions = useSuggestions(focused ? typed : '').filter(
    (one) => !known.has(one.address.toLowerCase()),
  )
  const [choice, setChoice] = useState(0)
  const [closedFor, setClosedFor] = useState<string | null>(null)
  const isOpen = suggestions.length > 0 && closedFor !== typed
  const active = Math.min(choice, suggestions.length - 1)

  const take = (people: Recipient[]) => {
    onChange({ list: addRecipients(list, people), typed: '' })
    setChoice(0)
  }
  const pick = (one: Suggestion | undefined) => {
    if (one !== undefined) take([recipientOf(one)])
  }
  const commit = () => {
    if (typed.trim() !== '') take(readRecipients(typed))
  }
  const remove = (key: string) => {
    onChange({ list: list.filter((one) => one.key !== key) })
    setMarked(null)
    input.current?.focus()
  }
  const edit = (one: Recipient) => {
    onChange({ list: list.filter((other) => other !== one), typed: writeRecipient(one) })
    setMarked(null)
    input.current?.focus()
  }
  const keys = fieldKeys({
    ...{ list, typed, isOpen, marked, setMarked, remove, edit, commit },
    move: (by) => setChoice((active + by + suggestions.length) % suggestions.length),
    pick: () => pick(suggestions[active]),
    closeList: () => setClosedFor(typed),
  })

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a click beside the chips means the input
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input itself takes the keys
    <div
      className={styles.field}
      onClick={(event) => {
        if (event.target === event.currentTarget) input.current?.focus()
      }}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(chipType)) event.preventDefault()
      }}
      onDrop={(event) => {
        const key = event.dataTransfer.getData(chipType)
        if (key !== '') event.preventDefault()
        if (key !== '') props.onDropChip(key)
      }}
    >
      {list.map((one) => (
        <RecipientChip
          key={one.key}
          recipient={one}
          ownDomains={props.ownDomains}
          isMarked={one.key === marked}
          onMark={() => {
            setMarked(one.key)
            input.current?.focus()
          }}
          onEdit={() => edit(one)}
          onRemove={() => remove(one.key)}
        />
      ))}
      <input
        ref={(element) => {
          input.current = element
          if (typeof inputRef === 'function') inputRef(element)
        }}
        className={styles.input}
        type="text"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
        aria-describedby={marked === null ? undefined : `${id}-hint`}
        value={typed}
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false)
          setMarked(null)
          commit()
        }}
        onChange={(event) => {
          setChoice(0)
          setMarked(null)
          onChange({ typed: event.target.value })
        }}
        onPaste={(event) => {
          const people = pastedPeople(event.clipboardData.getData('text/plain'))
          if (people === null || typed.trim() !== '') return
          event.preventDefault()
          take(people)
        }}
        onKeyDown={keys}
      />
      <span id={`${id}-hint`} hidden>
        {t('recipients.editHint')}
      </span>
      {isOpen && (
        <SuggestionList id={id} list={suggestions} active={active} typed={typed} onPick={pick} />
      )}
    </div>
  )
}

/** A pasted list becomes chips at once; a word stays text, it may be the start of a name. */
function pastedPeople(text: string): Recipient[] | null {
  const people = readRecipients(text)
  return people.some((one) => one.valid) ? people : null
}

interface FieldKeys {
  list: Recipient[]
  typed: string
  isOpen: boolean
  marked: string | null
  setMarked: (key: string | null) => void
  remove: (key: string) => void
  edit: (one: Recipient) => void
  commit: () => void
  move: (by: 1 | -1) => void
  pick: () => void
  closeList: () => void
}

function fieldKeys(field: FieldKeys) {
  return (event: KeyboardEvent<HTMLInputElement>): void => {
    // Enter, arrows and Esc belong to the input method while it composes.
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const action = listAction(event.key, field) ?? chipAction(event, field)
    if (action === null) return
    event.preventDefault()
    event.stopPropagation()
    action()
  }
}

type Action = (() => void) | null

function listAction(key: string, field: FieldKeys): Action {
  if (!field.isOpen) return null
  switch (key) {
    case 'ArrowDown':
      return () => field.move(1)
    case 'ArrowUp':
      return () => field.move(-1)
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
  if (/^[,;，；]$/.test(key) && field.typed.trim() !== '' && !isQuoting(field.typed)) {
    return field.commit
  }
  if (key === 'Enter') return enterAction(field)
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
