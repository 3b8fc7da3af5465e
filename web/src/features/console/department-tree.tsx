import { consoleContract as api, type ConsoleDepartment } from '@hongyan/contract/console'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { iconMore, iconPlus } from '../../ui/icons.ts'
import { Isolated } from '../../ui/isolated.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ask } from './ask.ts'
import styles from './console.module.css'
import { useQuestion } from './use-question.tsx'

interface Placed extends ConsoleDepartment {
  depth: number
}

/** Each department after the one it is in, with how deep it lies. */
function inOrder(all: readonly ConsoleDepartment[]): Placed[] {
  const known = new Set(all.map((one) => one.id))
  const below = Map.groupBy(all, ({ parentId }) =>
    parentId !== null && known.has(parentId) ? parentId : 0,
  )
  const walk = (id: number, depth: number): Placed[] =>
    (below.get(id) ?? []).flatMap((one) => [{ ...one, depth }, ...walk(one.id, depth + 1)])
  return walk(0, 0)
}

/** Departments to choose from, each under the one it is in. */
export const departmentOptions = (all: readonly ConsoleDepartment[]) =>
  inOrder(all).map(({ id, name, depth }) => ({
    value: String(id),
    label: `${'\u2003'.repeat(depth)}${name}`,
  }))

interface TreeProps {
  departments: readonly ConsoleDepartment[]
  /** 0: everybody. */
  current: number
  mayChange: boolean
  onPick: (id: number) => void
}

export function DepartmentTree({ departments, current, mayChange, onPick }: TreeProps) {
  const { t } = useTranslation('console')
  const [edited, setEdited] = useState<Partial<ConsoleDepartment> | null>(null)
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
      <ul>
        <li>
          <button
            type="button"
            className={styles.branch}
            aria-pressed={current === 0}
            onClick={() => onPick(0)}
          >
            {t('departments.all')}
          </button>
        </li>
        {inOrder(departments).map((one) => (
          <li key={one.id} className={styles.row} style={{ paddingInlineStart: one.depth * 16 }}>
            <button
              type="button"
              className={styles.branch}
              aria-pressed={current === one.id}
              onClick={() => onPick(one.id)}
            >
              <span className={styles.branchName}>
                <Isolated>{one.name}</Isolated>
              </span>
              <span className={styles.count}>{one.people}</span>
            </button>
            {mayChange && (
              <IconButton
                size="sm"
                icon={iconMore}
                label={t('departments.edit', { name: one.name })}
                onClick={() => setEdited(one)}
              />
            )}
          </li>
        ))}
      </ul>
      {edited && (
        <DepartmentDialog
          department={edited}
          departments={departments}
          onClose={() => setEdited(null)}
        />
      )}
    </aside>
  )
}

interface DialogProps {
  department: Partial<ConsoleDepartment>
  departments: readonly ConsoleDepartment[]
  onClose: () => void
}

function DepartmentDialog({
  department: { id, ...department },
  departments,
  onClose,
}: DialogProps) {
  const { t } = useTranslation('console')
  const queries = useQueryClient()
  const [name, setName] = useState(department.name ?? '')
  const [parent, setParent] = useState(String(department.parentId ?? ''))
  const [error, setError] = useState('')
  const question = useQuestion()
  const run = async (work: () => Promise<unknown>) => {
    try {
      await work()
      await queries.invalidateQueries()
      onClose()
    } catch (thrown) {
      setError((thrown as Error).message)
    }
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    const parentId = parent === '' ? null : Number(parent)
    void run(() => ask(api.saveDepartment, { body: { name, parentId, ...(id && { id }) } }))
  }
  return (
    <Dialog
      title={id ? t('departments.change') : t('departments.add')}
      closeLabel={t('close')}
      onClose={onClose}
    >
      <form className={styles.form} onSubmit={save}>
        <TextField
          label={t('departments.name')}
          data-autofocus
          maxLength={60}
          value={name}
          error={error || null}
          onChange={(event) => setName(event.target.value)}
        />
        <Select
          label={t('departments.within')}
          value={parent}
          options={[
            { value: '', label: t('departments.top') },
            ...departmentOptions(departments.filter((one) => one.id !== id)),
          ]}
          onChange={(event) => setParent(event.target.value)}
        />
        <div className={styles.actions}>
          <Button type="submit" kind="primary" disabled={name.trim() === ''}>
            {t('save')}
          </Button>
          {id && (
            <Button
              kind="danger"
              onClick={() =>
                question.put({
                  title: t('departments.removeTitle', { name: department.name }),
                  text: t('departments.removeText'),
                  confirm: t('departments.remove'),
                  work: () => ask(api.removeDepartment, { body: { id } }).then(onClose),
                })
              }
            >
              {t('departments.remove')}
            </Button>
          )}
        </div>
      </form>
      {question.dialog}
    </Dialog>
  )
}
