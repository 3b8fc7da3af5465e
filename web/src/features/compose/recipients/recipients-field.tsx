import { type Ref, useId, useRef, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { tellTrouble } from '../../../lib/trouble.ts'
import { wholeDepartment } from './address-book.ts'
import { chipType, RecipientChip } from './recipient-chip.tsx'
import { fieldKeys } from './recipient-keys.ts'
import styles from './recipients.module.css'
import {
  identity,
  insertRecipients,
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
  /** The chip that the keys act on. */
  marked: string | null
  onMark: (key: string | null) => void
  /** The list as it is now, also between two renderings. */
  current: () => Recipient[]
  /** Chips and typed text change together, so that nothing is lost in between. */
  onChange: (part: { list?: Recipient[]; typed?: string }) => void
  /** A chip was dropped here: the owner takes it from the field it came from. */
  onDropChip: (key: string) => void
  /** A chip is to go to the field above or below. */
  onMoveChip: (key: string, by: 1 | -1) => void
  inputRef?: Ref<HTMLInputElement>
}

/** A chip that is typed anew, in its place. */
interface Editing {
  at: number
  before: Recipient
}

/** Chips and an input: typing suggests people, separators and leaving the field make chips. */
export function RecipientsField(props: RecipientsFieldProps) {
  const { label, list, typed, onChange, inputRef, marked, onMark } = props
  const { t } = useTranslation('compose')
  const id = useId()
  const input = useRef<HTMLInputElement | null>(null)
  const [editing, setEditing] = useState<Editing | null>(null)
  const suggested = useSuggested(props)
  const { list: suggestions, active, isOpen } = suggested
  const at = Math.min(editing?.at ?? list.length, list.length)

  const take = (people: Recipient[]) => {
    onChange({ list: insertRecipients(props.current(), people, at), typed: '' })
    suggested.choose(0)
    setEditing(null)
  }
  const pick = (one: Suggestion | undefined) => {
    if (one?.kind === 'person') take([recipientOf(one.person)])
    if (one?.kind === 'group' && one.group.maySend) take([recipientOf(one.group)])
    if (one?.kind === 'department') {
      onChange({ typed: '' })
      void everybodyOf(one.department.departmentId).then(take)
    }
  }
  const commit = () => {
    if (typed.trim() !== '') take(readRecipients(typed))
    else setEditing(null)
  }
  const remove = (key: string) => {
    onChange({ list: list.filter((one) => one.key !== key) })
    onMark(null)
    input.current?.focus()
  }
  const edit = (one: Recipient) => {
    // What was half typed becomes a chip first; the place counts without the chip that is edited.
    const all = insertRecipients(list, readRecipients(typed), at)
    const place = all.indexOf(one)
    onChange({ list: all.filter((other) => other !== one), typed: writeRecipient(one) })
    setEditing({ at: place, before: one })
    onMark(null)
    input.current?.focus()
  }
  const giveUp = () => {
    if (editing !== null) take([editing.before])
  }
  const keys = fieldKeys({
    ...{ list, typed, isOpen, marked, setMarked: onMark, remove, edit, commit },
    move:
      active < 0
        ? null
        : (by) => suggested.choose((active + by + suggestions.length) % suggestions.length),
    pick: active < 0 ? null : () => pick(suggestions[active]),
    closeList: suggested.close,
    moveTo: props.onMoveChip,
    giveUp: editing === null ? null : giveUp,
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
      {list.map((one, index) => (
        <RecipientChip
          key={one.key}
          recipient={one}
          // The input stands where the chip stood that is edited; it is not moved itself, which would take its focus.
          order={index < at ? index : index + 1}
          ownDomains={props.ownDomains}
          isMarked={one.key === marked}
          onMark={() => {
            input.current?.focus()
            onMark(one.key)
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
        style={{ order: at }}
        type="text"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active >= 0 ? `${id}-${active}` : undefined}
        aria-describedby={marked === null ? undefined : `${id}-hint`}
        value={typed}
        onFocus={() => suggested.setFocused(true)}
        onBlur={() => {
          suggested.setFocused(false)
          onMark(null)
          commit()
        }}
        onChange={(event) => {
          suggested.choose(0)
          onMark(null)
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

/** What is suggested for the typed text, and which of it is chosen. */
function useSuggested({ list: chips, typed }: RecipientsFieldProps) {
  const [focused, setFocused] = useState(false)
  const [choice, choose] = useState(0)
  const [closedFor, setClosedFor] = useState<string | null>(null)
  const known = new Set(chips.map(identity))
  const suggested = useSuggestions(focused ? typed : '')
  const list = suggested.list.filter(
    (one) => one.kind === 'department' || !known.has(one.id.toLowerCase()),
  )
  return {
    list,
    // Nothing is chosen while the list answers an earlier text: Enter would take somebody else than was typed.
    active: suggested.waiting ? -1 : Math.min(choice, list.length - 1),
    isOpen: list.length > 0 && closedFor !== typed,
    choose,
    close: () => setClosedFor(typed),
    setFocused,
  }
}

/** Everybody of a department as chips; nobody, with the reason said, when that is not possible. */
async function everybodyOf(departmentId: number): Promise<Recipient[]> {
  try {
    return (await wholeDepartment(departmentId)).map(recipientOf)
  } catch (error) {
    tellTrouble(error)
    return []
  }
}

/** A pasted list becomes chips at once; a word stays text, it may be the start of a name. */
function pastedPeople(text: string): Recipient[] | null {
  const people = readRecipients(text)
  return people.some((one) => one.valid) ? people : null
}
