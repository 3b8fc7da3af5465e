import { consoleContract as api, type ConsoleDepartment } from '@hongyan/contract/console'
import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconMore, iconPlus } from '../../ui/icons.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ask } from './ask.ts'
import styles from './console.module.css'
import { DepartmentDialog } from './department-dialog.tsx'
import own from './department-tree.module.css'
import {
  inOrder,
  matching,
  namesAbove,
  type Placed,
  peopleWithin,
  withinOf,
} from './departments.ts'
import { useQuestion } from './use-question.tsx'

interface TreeProps {
  departments: readonly ConsoleDepartment[]
  /** 0: everybody. */
  current: number
  mayChange: boolean
  onPick: (id: number) => void
}

/**
 * The departments, found by name or pinyin; one is moved by dragging it onto another, or in its dialog. For the keyboard
 * they are one stop, with arrows between them: behind hundreds of them are the people.
 */
export function DepartmentTree({ departments, current, mayChange, onPick }: TreeProps) {
  const { t } = useTranslation('console')
  const [edited, setEdited] = useState<Partial<ConsoleDepartment> | null>(null)
  const [typed, setTyped] = useState('')
  const moving = useMoving(departments)
  const found = typed.trim() === '' ? null : matching(inOrder(departments), typed)
  const shown = found?.map((one) => ({ ...one, depth: 0 })) ?? inOrder(departments)
  const counts = peopleWithin(departments)
  const stop = useStop([0, ...shown.map(({ id }) => id)], current)
  return (
    <aside className={styles.tree} aria-label={t('departments.label')}>
      <div className={styles.treeHead}>
        <h2>{t('departments.label')}</h2>
        {mayChange && (
          <IconButton
            size="sm"
            icon={iconPlus}
            label={t('departments.add')}
            onClick={() => setEdited({})}
          />
        )}
      </div>
      <TextField
        type="search"
        label={t('departments.search')}
        hideLabel
        placeholder={t('departments.find')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul className={own.places} onKeyDown={stop.onKeyDown}>
        <li className={own.place} {...(mayChange && moving.onto(null))}>
          <button
            type="button"
            className={styles.branch}
            aria-pressed={current === 0}
            {...stop.of(0)}
            onClick={() => onPick(0)}
          >
            {t('departments.all')}
          </button>
        </li>
        {shown.map((one) => (
          <li
            key={one.id}
            className={`${styles.row} ${own.place}`}
            style={{ paddingInlineStart: one.depth * 16 }}
            {...(mayChange && { ...moving.of(one), ...moving.onto(one) })}
          >
            <Branch
              one={one}
              people={counts.get(one.id) ?? one.people}
              above={found ? namesAbove(departments, one.id) : []}
              isCurrent={current === one.id}
              stop={stop.of(one.id)}
              onPick={onPick}
            />
            {mayChange && (
              <IconButton
                size="sm"
                icon={iconMore}
                label={t('departments.edit', { name: one.name })}
                tabIndex={stop.of(one.id).tabIndex}
                onClick={() => setEdited(one)}
              />
            )}
          </li>
        ))}
      </ul>
      {found?.length === 0 && <p className={own.none}>{t('departments.none')}</p>}
      {edited && (
        <DepartmentDialog
          department={edited}
          departments={departments}
          onClose={() => setEdited(null)}
        />
      )}
      {moving.dialog}
    </aside>
  )
}

interface BranchProps {
  one: Placed
  /** With those below it. */
  people: number
  /** What it lies in, where the tree around it does not show. */
  above: readonly string[]
  isCurrent: boolean
  stop: Stop
  onPick: (id: number) => void
}

const Branch = ({ one, people, above, isCurrent, stop, onPick }: BranchProps) => (
  <button
    type="button"
    className={styles.branch}
    aria-pressed={isCurrent}
    {...stop}
    onClick={() => onPick(one.id)}
  >
    <span className={styles.branchName} title={one.name}>
      <Isolated>{one.name}</Isolated>
      {above.length > 0 && <span className={own.above}>{above.join(' / ')}</span>}
    </span>
    <span className={styles.count}>{people}</span>
  </button>
)

interface Stop {
  tabIndex: number
  onFocus: () => void
}

/** Which of the departments Tab comes to: the one that had the focus last, else the one that is shown. */
function useStop(ids: readonly number[], current: number) {
  const [last, setLast] = useState<number | null>(null)
  const at = [last, current].find((id) => id !== null && ids.includes(id)) ?? 0
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const to = ids[targetOf(event.key, ids.indexOf(at), ids.length)]
    if (to === undefined) return
    event.preventDefault()
    const place = event.currentTarget.children[ids.indexOf(to)]
    place?.querySelector<HTMLElement>('button')?.focus()
  }
  const of = (id: number): Stop => ({ tabIndex: id === at ? 0 : -1, onFocus: () => setLast(id) })
  return { of, onKeyDown }
}

function targetOf(key: string, at: number, count: number): number {
  if (key === 'ArrowDown') return at + 1
  if (key === 'ArrowUp') return at - 1
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : -1
}

/** Dragging of one department into another, asked about before it is done. */
function useMoving(departments: readonly ConsoleDepartment[]) {
  const { t } = useTranslation('console')
  const queries = useQueryClient()
  const question = useQuestion()
  const [moved, setMoved] = useState<ConsoleDepartment | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const may = (into: ConsoleDepartment | null): boolean =>
    moved !== null &&
    moved.parentId !== (into?.id ?? null) &&
    !(into && withinOf(departments, moved.id).has(into.id))
  const put = (into: ConsoleDepartment | null) => {
    if (!moved || !may(into)) return
    const { id, name } = moved
    const parentId = into?.id ?? null
    question.put({
      title: t('departments.moveTitle', { name }),
      text: into
        ? t('departments.moveText', { name, into: into.name })
        : t('departments.moveTop', { name }),
      confirm: t('departments.move'),
      work: async () => {
        await ask(api.saveDepartment, { body: { id, name, parentId } })
        await queries.invalidateQueries()
      },
    })
  }
  return {
    dialog: question.dialog,
    of: (one: ConsoleDepartment) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', one.name)
        setMoved(one)
      },
      onDragEnd: () => {
        setMoved(null)
        setOver(null)
      },
    }),
    onto: (into: ConsoleDepartment | null) => ({
      'data-over': over === (into?.id ?? 0) || undefined,
      onDragOver: (event: DragEvent) => {
        if (!may(into)) return
        event.preventDefault()
        setOver(into?.id ?? 0)
      },
      onDragLeave: () => setOver(null),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setOver(null)
        put(into)
      },
    }),
  }
}
