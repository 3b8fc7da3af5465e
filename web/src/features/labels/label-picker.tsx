import { type Label, labels as labelsApi } from '@hongyan/contract/labels'
import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import { Allowed } from '../../lib/allowed.tsx'
import { isComposing } from '../../lib/composing.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { matchTyped } from '../../lib/match-typed.ts'
import { useMay } from '../../lib/me.ts'
import { searchKeys } from '../../lib/pinyin.ts'
import { Button } from '../../ui/button.tsx'
import { iconPlus, iconSpark } from '../../ui/icons.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { PickList } from '../../ui/pick-list.tsx'
import { markLabels } from './label-actions.ts'
import { LabelDot } from './label-chip.tsx'
import { changesOf, type Marks, marksOf, next } from './label-marks.ts'
import styles from './labels.module.css'
import { useEnabledLabels } from './labels-query.ts'

/** What the picker works on, whatever opens it. */
export interface Marking {
  mails: readonly { mailId: number; labels: readonly number[] }[]
  /** Opens the dialog for a new label, with what was typed as its name; it is put on the mails afterwards. */
  onCreate: (name: string, onSaved: (labelId: number) => void) => void
  /** Asks the assistant which of the mails belong under a label; not there where it is not offered. */
  onSort?: (() => void) | undefined
}

/**
 * Puts several labels on mails, or takes them away, at once (MAILLIST-15). They are found by typing; arrows and space
 * tick, Enter applies. Enter alone ticks what was typed and applies it.
 */
export function LabelPicker({ mails, onCreate, onSort, close }: Marking & { close: () => void }) {
  const { t } = useTranslation('labels')
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState<number | null>(null)
  const [before] = useState(() => marksOf(mails))
  const [marks, setMarks] = useState<Marks>(before)
  const labels = useTypeable()
  const mayCreate = useMay()(labelsApi.save)
  const found = matchTyped(labels, typed)
  const active = at === null ? (typed.trim() === '' ? undefined : found[0]) : found[at]
  const changed = isChanged(before, marks)

  const apply = (after: Marks) => {
    close()
    const ids = mails.map(({ mailId }) => mailId)
    if (isChanged(before, after)) void markLabels(ids, changesOf(before, after))
  }
  const create = () => {
    close()
    const { add, remove } = changesOf(before, marks)
    const ids = mails.map(({ mailId }) => mailId)
    onCreate(typed.trim(), (labelId) => void markLabels(ids, { add: [...add, labelId], remove }))
  }
  const toggle = ({ label }: { label: Label }) => {
    setMarks(next(marks, label.labelId))
    setTyped('')
    setAt(labels.findIndex((one) => one.label === label))
  }
  const step = (by: number) => {
    if (found.length === 0) return
    const from = at ?? (active ? 0 : by > 0 ? -1 : 0)
    const to = (from + by + found.length) % found.length
    setAt(to)
    document.getElementById(`${listId}-${found[to]?.label.labelId}`)?.scrollIntoView({
      block: 'nearest',
    })
  }
  const enter = () => {
    if (changed && typed.trim() === '') apply(marks)
    else if (active) apply(next(marks, active.label.labelId))
    else if (found.length === 0 && mayCreate) create()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && event.key !== 'Tab') event.stopPropagation()
    const does: Record<string, () => void> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Enter: enter,
      // Where nobody has pointed at one by arrows, a space is part of a name.
      ...(at !== null && active ? { ' ': () => toggle(active) } : {}),
    }
    const act = does[event.key]
    if (!act || isComposing(event)) return
    event.preventDefault()
    act()
  }
  const known = labels.some(({ title }) => title === typed.trim())
  return (
    <PickList
      label={t('find')}
      listId={listId}
      activeId={active && `${listId}-${active.label.labelId}`}
      maxLength={100}
      value={typed}
      onChange={(event) => {
        setTyped(event.target.value)
        setAt(null)
      }}
      onKeyDown={onKeyDown}
    >
      <div
        id={listId}
        role="listbox"
        aria-multiselectable="true"
        aria-label={t('labels')}
        className={styles.choices}
      >
        {found.map((one) => (
          <Choice
            key={one.label.labelId}
            id={`${listId}-${one.label.labelId}`}
            label={one.label}
            mark={marks.get(one.label.labelId)}
            active={one === active}
            onToggle={() => toggle(one)}
          />
        ))}
      </div>
      {found.length === 0 && (
        <p className={styles.none}>{t(labels.length === 0 ? 'none' : 'noMatch')}</p>
      )}
      {onSort && labels.length > 0 && (
        <div className={styles.menuEnd}>
          <Button
            size="sm"
            kind="quiet"
            icon={iconSpark}
            onClick={() => {
              close()
              onSort()
            }}
          >
            {t('sort')}
          </Button>
        </div>
      )}
      <div className={styles.menuEnd}>
        <Allowed by={labelsApi.save}>
          <Button size="sm" kind="quiet" icon={iconPlus} onClick={create}>
            {typed.trim() === '' || known ? t('create') : t('createNamed', { name: typed.trim() })}
          </Button>
        </Allowed>
        <Button size="sm" kind="primary" disabled={!changed} onClick={() => apply(marks)}>
          {t('apply')}
        </Button>
      </div>
    </PickList>
  )
}

function isChanged(before: Marks, after: Marks): boolean {
  const { add, remove } = changesOf(before, after)
  return add.length + remove.length > 0
}

function useTypeable() {
  const labels = useEnabledLabels()
  return useMemo(
    () =>
      labels.map((label) => ({
        label,
        title: label.labelName,
        keys: searchKeys(label.labelName),
      })),
    [labels],
  )
}

interface ChoiceProps {
  id: string
  label: Label
  mark: 'all' | 'some' | undefined
  active: boolean
  onToggle: () => void
}

function Choice({ id, label, mark, active, onToggle }: ChoiceProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field above
    // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus and names the active one
    <div
      id={id}
      role="option"
      aria-selected={active}
      aria-checked={mark === 'some' ? 'mixed' : mark === 'all'}
      className={styles.choice}
      onClick={onToggle}
    >
      <span className={styles.tick} aria-hidden="true" />
      <LabelDot color={label.color} />
      <span className={styles.choiceName} title={label.labelName}>
        <Isolated>{label.labelName}</Isolated>
      </span>
    </div>
  )
}
