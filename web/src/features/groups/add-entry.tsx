import { contacts } from '@hongyan/contract/contacts'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { call } from '../../lib/api.ts'
import { isComposing } from '../../lib/composing.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useTypeahead } from '../../lib/use-typeahead.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './groups.module.css'
import { type Adding, groupsQuery } from './groups-query.ts'

const mostFound = 8

interface Choice {
  id: string
  name: string
  note: string
  adding: Adding
}

interface AddEntryProps {
  groupId: number
  busy: boolean
  onAdd: (adding: Adding) => Promise<boolean>
}

/** Finds people by name, pinyin or address, departments and groups by name; a whole address outside is taken as it is. */
export function AddEntry({ groupId, busy, onAdd }: AddEntryProps) {
  const { t } = useTranslation('groups')
  const id = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const { list, waiting } = useChoices(typed, groupId)
  // Enter that comes while another is being added, or while it is looked for, counts as soon as that is over.
  const [isWanted, setWanted] = useState(false)
  const add = async (choice: Choice | undefined) => {
    if (!choice) return
    const word = typed
    // Whoever typed on meanwhile keeps it.
    if (await onAdd(choice.adding)) setTyped((now) => (now === word ? '' : now))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event) || (list.length === 0 && !waiting)) return
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (move === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (move === undefined) setWanted(true)
    else if (list.length > 0) setActive((active + move + list.length) % list.length)
  }
  useEffect(() => {
    if (!isWanted || waiting || busy) return
    setWanted(false)
    void add(list[active])
  })
  const isOpen = list.length > 0
  return (
    <div className={styles.finder}>
      <TextField
        label={t('find')}
        value={typed}
        maxLength={320}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
        autoComplete="off"
        data-autofocus
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setTyped(event.target.value)
          setActive(0)
          setWanted(false)
        }}
      />
      {isOpen && (
        <div id={`${id}-list`} role="listbox" aria-label={t('found')} className={styles.choices}>
          {list.map((choice, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are those of the input (combobox pattern)
            <div
              key={choice.id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={styles.choice}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                setActive(index)
                setWanted(true)
              }}
            >
              <span className={styles.choiceName}>
                <Isolated>{choice.name}</Isolated>
              </span>
              <span className={styles.note}>{choice.note}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

/** What can be added for what is typed. */
function useChoices(typed: string, groupId: number): { list: Choice[]; waiting: boolean } {
  const { t } = useTranslation('groups')
  const groups = useQuery(groupsQuery('authorised')).data?.list ?? []
  const { found, waiting } = useTypeahead({ kind: 'group-entries', typed, ask })
  const word = typed.trim().toLowerCase()
  if (word === '') return { list: [], waiting: false }
  const people = (found?.people ?? []).map(({ name, address, department }) => ({
    id: address,
    name: name || address,
    note: [address, department].filter(Boolean).join(' · '),
    adding: { addresses: [{ address, name: '' }] },
  }))
  const departments = (found?.departments ?? []).map(({ departmentId, name, people: count }) => ({
    id: `department ${departmentId}`,
    name,
    note: `${t('kind.department')} · ${t('people', { count })}`,
    adding: { departmentIds: [departmentId] },
  }))
  const inner = groups
    .filter(
      (one) => one.groupId !== groupId && `${one.name} ${one.address}`.toLowerCase().includes(word),
    )
    .map(({ name, address, memberCount: count }) => ({
      id: address,
      name,
      note: `${t('kind.group')} · ${address} · ${t('people', { count })}`,
      adding: { addresses: [{ address, name: '' }] },
    }))
  const known = [...people, ...departments, ...inner].slice(0, mostFound)
  const isAddress = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(word)
  if (!isAddress || known.some(({ id }) => id === word)) return { list: known, waiting }
  const address = typed.trim()
  const outside = {
    id: `outside ${word}`,
    name: address,
    note: t('outside'),
    adding: { addresses: [{ address, name: '' }] },
  }
  return { list: [...known, outside], waiting }
}

const ask = (keyword: string, signal: AbortSignal) =>
  call(contacts.tree, { query: { keyword, pageSize: mostFound } }, { signal })
