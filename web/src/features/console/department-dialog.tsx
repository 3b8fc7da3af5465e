import { consoleContract as api, type ConsoleDepartment } from '@hongyan/contract/console'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ask } from './ask.ts'
import styles from './console.module.css'
import { departmentOptions, withinOf } from './departments.ts'
import { useQuestion } from './use-question.tsx'

interface DialogProps {
  department: Partial<ConsoleDepartment>
  departments: readonly ConsoleDepartment[]
  onClose: () => void
}

/** A new department, or another name or place for one. */
export function DepartmentDialog({
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
  const within = withinOf(departments, id ?? 0)
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
            ...departmentOptions(departments.filter((one) => !within.has(one.id))),
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
