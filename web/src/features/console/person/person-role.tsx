import {
  consoleContract as api,
  type ConsoleDepartment,
  type ConsolePerson,
} from '@hongyan/contract/console'
import { type ConsoleRole, consoleRoles } from '@hongyan/contract/console-endpoint'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { ask } from '../ask.ts'
import styles from '../console.module.css'
import { departmentOptions } from '../departments.ts'
import { useSaving } from '../use-saving.ts'

interface PersonRoleProps {
  person: ConsolePerson
  departments: readonly ConsoleDepartment[]
}

/** What somebody may do in the console; owners alone decide it. */
export function PersonRole({ person, departments }: PersonRoleProps) {
  const { t } = useTranslation('console')
  const [role, setRole] = useState<ConsoleRole | ''>(person.role ?? '')
  const [department, setDepartment] = useState(String(person.headsDepartment ?? ''))
  const { error, save } = useSaving()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const departmentId = department === '' ? null : Number(department)
    const body = { accountId: person.accountId, role: role === '' ? null : role, departmentId }
    save(() => ask(api.role, { body }))
  }
  return (
    <form className={styles.inline} onSubmit={submit}>
      <Select
        label={t('person.role')}
        value={role}
        error={error}
        options={[
          { value: '', label: t('roles.none') },
          ...consoleRoles.map((one) => ({ value: one, label: t(`roles.${one}`) })),
        ]}
        onChange={(event) => setRole(event.target.value as ConsoleRole | '')}
      />
      {role === 'department' && (
        <Select
          label={t('person.heads')}
          value={department}
          options={[{ value: '', label: t('person.choose') }, ...departmentOptions(departments)]}
          onChange={(event) => setDepartment(event.target.value)}
        />
      )}
      <Button type="submit" disabled={role === 'department' && department === ''}>
        {t('save')}
      </Button>
    </form>
  )
}
