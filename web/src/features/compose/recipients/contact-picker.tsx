import type { TreePerson } from '@hongyan/contract/contacts'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { isComposing } from '../../../lib/composing.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { wholeDepartment } from './address-book.ts'
import { BookRowView } from './book-row-view.tsx'
import type { BookRow, Mark } from './book-rows.ts'
import styles from './contact-picker.module.css'
import { allRecipients, type RecipientKind, type Recipients, recipientOf } from './recipients.ts'
import { useAddressBook } from './use-address-book.ts'

interface ContactPickerProps {
  recipients: Recipients
  onPick: (picked: Recipients) => void
  onClose: () => void
}

const kinds = ['to', 'cc', 'bcc'] as const

/** Picks recipients from the address book: people and whole departments, by mouse or by keyboard alone. */
export function ContactPicker({ recipients, onPick, onClose }: ContactPickerProps) {
  const { t } = useTranslation('compose')
  const [keyword, setKeyword] = useState('')
  const [kind, setKind] = useState<RecipientKind>('to')
  const book = useAddressBook(keyword)
  const chosen = useChosen(recipients)
  const tree = useRef<HTMLDivElement>(null)
  const { rows } = book

  return (
    <Dialog
      title={t('book.title')}
      closeLabel={t('close')}
      onClose={onClose}
      width={560}
      footer={
        <>
          <span className={styles.count} role="status">
            {chosen.error ?? t('book.chosen', { count: chosen.count })}
          </span>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            kind="primary"
            disabled={chosen.count === 0}
            onClick={() => onPick(chosen.recipients())}
          >
            {t('book.add')}
          </Button>
        </>
      }
    >
      <div className={styles.head}>
        <TextField
          label={t('book.search')}
          hideLabel
          placeholder={t('book.search')}
          value={keyword}
          data-autofocus
          autoComplete="off"
          onChange={(event) => setKeyword(event.target.value)}
          onKeyDown={(event) => {
            if (isComposing(event) || event.key !== 'ArrowDown') return
            event.preventDefault()
            tree.current?.focus()
          }}
        />
        <fieldset className={styles.kinds} aria-label={t('book.into')}>
          {kinds.map((one) => (
            <Button key={one} size="sm" aria-pressed={one === kind} onClick={() => setKind(one)}>
              {t(one)} {chosen.of(one)}
            </Button>
          ))}
        </fieldset>
      </div>
      <BookTree
        treeRef={tree}
        rows={rows}
        book={book}
        isChosen={chosen.has}
        onToggle={(row) => void chosen.toggle(row, kind)}
      />
      {book.failed && (
        <p className={styles.nothing} role="alert">
          {t('book.failed')}
        </p>
      )}
      <p className={styles.keys}>{t('book.keys')}</p>
    </Dialog>
  )
}

interface BookTreeProps {
  treeRef: React.RefObject<HTMLDivElement | null>
  rows: BookRow[]
  book: ReturnType<typeof useAddressBook>
  isChosen: (row: BookRow) => Mark
  onToggle: (row: BookRow) => void
}

/** The tree pattern: arrows walk, open and close; space and Enter choose. One stop of the Tab key. */
function BookTree({ treeRef, rows, book, isChosen, onToggle }: BookTreeProps) {
  const { t } = useTranslation('compose')
  const id = useId()
  const [activeId, setActiveId] = useState('')
  const at = Math.max(
    0,
    rows.findIndex((row) => row.id === activeId),
  )
  const idOf = (index: number) => `${id}-${index}`
  const activate = (row: BookRow) => {
    setActiveId(row.id)
    if (row.kind === 'more') void book.load(row.node)
    else if (row.kind === 'root') book.setOpen(row.node, !row.node.isOpen)
    else onToggle(row)
  }
  const pressed = (event: KeyboardEvent) => {
    const row = rows[at]
    if (row === undefined) return
    const action = treeAction(event.key, { row, rows, at, setOpen: book.setOpen, activate })
    if (action === null) return
    event.preventDefault()
    const next = action()
    if (next !== null && rows[next]) setActiveId(rows[next].id)
  }
  // A tree without items is none.
  if (rows.length === 0) {
    return (
      <div ref={treeRef} className={styles.tree} tabIndex={-1}>
        {book.isSearch && <p className={styles.nothing}>{t('book.nothing')}</p>}
      </div>
    )
  }
  return (
    <div
      ref={treeRef}
      role="tree"
      className={styles.tree}
      tabIndex={0}
      aria-label={t('book.title')}
      aria-multiselectable
      aria-activedescendant={idOf(at)}
      onKeyDown={pressed}
    >
      {rows.map((row, index) => (
        <BookRowView
          key={row.id}
          id={idOf(index)}
          row={row}
          isActive={index === at}
          mark={isChosen(row)}
          onOpen={(isOpen) => {
            setActiveId(row.id)
            if (row.kind === 'root' || row.kind === 'department') book.setOpen(row.node, isOpen)
          }}
          onActivate={() => activate(row)}
        />
      ))}
    </div>
  )
}

interface TreeKeys {
  row: BookRow
  rows: BookRow[]
  at: number
  setOpen: (node: Extract<BookRow, { node: unknown }>['node'], isOpen: boolean) => void
  activate: (row: BookRow) => void
}

/** What a key does; the answer of it is the line to go to, or null to stay. */
function treeAction(key: string, keys: TreeKeys): (() => number | null) | null {
  const { row, rows, at } = keys
  switch (key) {
    case 'ArrowDown':
      return () => Math.min(at + 1, rows.length - 1)
    case 'ArrowUp':
      return () => Math.max(at - 1, 0)
    case 'Home':
      return () => 0
    case 'End':
      return () => rows.length - 1
    case 'ArrowRight':
      return () => openOrEnter(keys)
    case 'ArrowLeft':
      return () => closeOrLeave(keys)
    case 'Enter':
    case ' ':
      return () => {
        keys.activate(row)
        return null
      }
    default:
      return null
  }
}

function openOrEnter({ row, at, setOpen }: TreeKeys): number | null {
  if (row.kind !== 'root' && row.kind !== 'department') return null
  if (row.node.isOpen) return at + 1
  setOpen(row.node, true)
  return null
}

function closeOrLeave({ row, rows, at, setOpen }: TreeKeys): number | null {
  if ((row.kind === 'root' || row.kind === 'department') && row.node.isOpen) {
    setOpen(row.node, false)
    return null
  }
  const above = rows.slice(0, at).findLastIndex((one) => one.level < row.level)
  return above < 0 ? null : above
}

interface Picked {
  person: TreePerson
  kind: RecipientKind
}

/** Who was chosen so far, for which field; a department brings its people. */
function useChosen(before: Recipients) {
  const [people, setPeople] = useState<ReadonlyMap<string, Picked>>(new Map())
  const [groups, setGroups] = useState<ReadonlyMap<number, readonly string[]>>(new Map())
  const [error, setError] = useState<string | null>(null)
  const [there] = useState(
    () => new Set(allRecipients(before).map((one) => one.address.toLowerCase())),
  )
  const isThere = (address: string) => there.has(address.toLowerCase())

  const take = (added: readonly TreePerson[], kind: RecipientKind) =>
    setPeople((now) => {
      const next = new Map(now)
      for (const person of added) {
        if (!isThere(person.address)) next.set(person.address, { person, kind })
      }
      return next
    })
  const drop = (addresses: readonly string[]) =>
    setPeople((now) => new Map([...now].filter(([address]) => !addresses.includes(address))))
  const toggleGroup = async (departmentId: number, kind: RecipientKind): Promise<void> => {
    const known = groups.get(departmentId)
    if (known) {
      drop(known)
      setGroups((now) => new Map([...now].filter(([one]) => one !== departmentId)))
      return
    }
    try {
      const all = await wholeDepartment(departmentId)
      take(all, kind)
      setGroups((now) =>
        new Map(now).set(
          departmentId,
          all.map((one) => one.address),
        ),
      )
      setError(null)
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : String(thrown))
    }
  }

  return {
    error,
    count: people.size,
    of: (kind: RecipientKind) =>
      [...people.values()].filter((one) => one.kind === kind).length || '',
    has(row: BookRow): Mark {
      if (row.kind === 'department') {
        return groups.has(row.department.departmentId) ? 'chosen' : 'no'
      }
      if (row.kind !== 'person') return 'no'
      if (isThere(row.person.address)) return 'there'
      return people.has(row.person.address) ? 'chosen' : 'no'
    },
    async toggle(row: BookRow, kind: RecipientKind): Promise<void> {
      if (row.kind === 'department') await toggleGroup(row.department.departmentId, kind)
      if (row.kind !== 'person') return
      if (people.has(row.person.address)) drop([row.person.address])
      else take([row.person], kind)
    },
    recipients(): Recipients {
      const of = (kind: RecipientKind) =>
        [...people.values()]
          .filter((one) => one.kind === kind)
          .map((one) => recipientOf(one.person))
      return { to: of('to'), cc: of('cc'), bcc: of('bcc') }
    },
  }
}
