import { consoleContract } from '@hongyan/contract/console'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { type Option, Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import console from '../console.module.css'
import { useAsked } from '../use-asked.ts'

export interface Adding {
  addresses?: { address: string; name: string }[]
  departmentIds?: number[]
}

interface AddMemberProps {
  departments: readonly Option[]
  /** @returns whether it was done: what was typed stays where not */
  onAdd: (adding: Adding) => Promise<boolean>
}

/** One more person, group or address outside by address, or a department by name. */
export function AddMember({ departments, onAdd }: AddMemberProps) {
  const { t } = useTranslation('console-groups')
  const [address, setAddress] = useState('')
  const [department, setDepartment] = useState('')
  const id = useId()
  const query = { keyword: address, pageSize: 10 }
  const found = useAsked(consoleContract.people, { query }).data?.list ?? []
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const known = found.find((one) => one.name === address.trim())
    const addresses = [{ address: known?.address ?? address.trim(), name: '' }]
    if (await onAdd({ addresses })) setAddress('')
  }
  const addDepartment = async () => {
    if (await onAdd({ departmentIds: [Number(department)] })) setDepartment('')
  }
  return (
    <>
      <form className={console.inline} onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('address')}
          list={id}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          maxLength={320}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
        <datalist id={id}>
          {found.map((one) => (
            <option key={one.accountId} value={one.address}>
              {one.name}
            </option>
          ))}
        </datalist>
        <Button type="submit" disabled={address.trim() === ''}>
          {t('add')}
        </Button>
      </form>
      {departments.length > 0 && (
        <div className={console.inline}>
          <Select
            label={t('department')}
            value={department}
            options={[{ value: '', label: t('choose') }, ...departments]}
            onChange={(event) => setDepartment(event.target.value)}
          />
          <Button disabled={department === ''} onClick={() => void addDepartment()}>
            {t('addDepartment')}
          </Button>
        </div>
      )}
    </>
  )
}
