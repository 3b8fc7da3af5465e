import { consoleContract as api } from '@hongyan/contract/console'
import { useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Isolated } from '../../../ui/isolated.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from '../console.module.css'
import { inOrder, namesAbove } from '../departments.ts'
import { useAsked } from '../use-asked.ts'

/** A person or a department. */
export interface Named {
  kind: 'person' | 'department'
  id: number
  label: string
}

const most = 20

interface NamePickerProps {
  named: readonly Named[]
  /** False: people alone. */
  departments?: boolean
  onChange: (named: readonly Named[]) => void
}

/** People, found by name or address, and departments. */
export function NamePicker({
  named,
  departments: withDepartments = true,
  onChange,
}: NamePickerProps) {
  const { t } = useTranslation('console-compliance')
  const [keyword, setKeyword] = useState('')
  const people = useAsked(api.people, { query: { keyword, pageNum: 1, pageSize: 20 } })
  const departments = useAsked(api.departments, {})
  const tree = departments.data?.list ?? []
  const isIn = (kind: Named['kind'], id: number) =>
    named.some((one) => one.kind === kind && one.id === id)
  const options: Named[] = [
    ...(people.data?.list ?? []).map(({ accountId, name, address }) => ({
      kind: 'person' as const,
      id: accountId,
      label: `${name} ${address}`,
    })),
    ...inOrder(tree).map(({ id, name }) => ({
      kind: 'department' as const,
      id,
      label: [...namesAbove(tree, id), name].join(' / '),
    })),
  ]
  const choices = (kind: Named['kind']) => [
    { value: '', label: t('choose') },
    ...options
      .filter((one) => one.kind === kind && !isIn(kind, one.id))
      .map(({ id, label }) => ({ value: String(id), label })),
  ]
  const pick = (kind: Named['kind']) => (event: { target: { value: string } }) => {
    const found = options.find((one) => one.kind === kind && one.id === Number(event.target.value))
    if (found) onChange([...named, found])
  }
  const isFull = (kind: Named['kind']) => named.filter((one) => one.kind === kind).length >= most
  return (
    <>
      <div className={styles.grid}>
        <TextField
          type="search"
          label={t('find')}
          value={keyword}
          onChange={(event) => setKeyword(event.target.value)}
        />
        <Select
          label={t('person')}
          value=""
          disabled={isFull('person')}
          options={choices('person')}
          onChange={pick('person')}
        />
        {withDepartments && (
          <Select
            label={t('department')}
            value=""
            disabled={isFull('department')}
            options={choices('department')}
            onChange={pick('department')}
          />
        )}
      </div>
      <ul className={styles.chips} aria-label={t('who')}>
        {named.map((one) => (
          <li key={`${one.kind} ${one.id}`}>
            <Isolated>{one.label}</Isolated>{' '}
            <Button
              size="sm"
              kind="quiet"
              aria-label={t('takeOut', { name: one.label })}
              onClick={() => onChange(named.filter((other) => other !== one))}
            >
              {t('remove')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
