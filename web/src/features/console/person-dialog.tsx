import {
  consoleContract as api,
  type ConsoleDepartment,
  type ConsolePerson,
} from '@hongyan/contract/console'
import { type FormEvent, useState } from 'react'
import { fullTime } from '../../lib/dates.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { formatSize } from '../../lib/sizes.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ask } from './ask.ts'
import styles from './console.module.css'
import { type Me, useDates } from './console-state.ts'
import { departmentOptions } from './department-tree.tsx'
import { PersonActs } from './person-acts.tsx'
import { PersonRole } from './person-role.tsx'
import { ShownPassword } from './shown-password.tsx'
import { useAsked } from './use-asked.ts'
import { useSaving } from './use-saving.ts'

interface PersonDialogProps {
  accountId: number
  me: Me
  departments: readonly ConsoleDepartment[]
  onClose: () => void
}

/** One person: what is known, and what may be done. */
export function PersonDialog({ accountId, me, departments, onClose }: PersonDialogProps) {
  const { t } = useTranslation('console')
  const { data, error } = useAsked(api.person, { query: { accountId } })
  const [password, setPassword] = useState('')
  return (
    <Dialog
      title={data?.name ?? t('pages.people')}
      closeLabel={t('close')}
      width={600}
      onClose={onClose}
    >
      {error && <Banner tone="danger">{error.message}</Banner>}
      {password ? (
        <ShownPassword password={password} onClose={() => setPassword('')} />
      ) : (
        data && (
          <div className={styles.form}>
            <Facts person={data} />
            {data.mayChange ? (
              <>
                {api.change.may.some((role) => role === me.role) && (
                  <ProfileForm
                    key={data.accountId}
                    person={data}
                    me={me}
                    departments={departments}
                  />
                )}
                <QuotaForm person={data} />
                <PersonActs person={data} me={me} onPassword={setPassword} />
                {me.role === 'owner' && data.address !== me.address && (
                  <PersonRole person={data} departments={departments} />
                )}
              </>
            ) : (
              <Banner tone="info">{t('person.higher')}</Banner>
            )}
          </div>
        )
      )}
    </Dialog>
  )
}

function Facts({ person }: { person: ConsolePerson }) {
  const { t } = useTranslation('console')
  const dates = useDates()
  const facts = [
    { id: 'address', value: [person.address, ...person.aliases].join(', ') },
    { id: 'storage', value: `${formatSize(person.usedBytes)} / ${formatSize(person.quotaBytes)}` },
    {
      id: 'lastLogin',
      value: person.lastLogin ? fullTime(person.lastLogin, dates) : t('people.never'),
    },
    { id: 'logins', value: String(person.logins) },
    { id: 'secondStep', value: t(person.hasSecondStep ? 'on' : 'off') },
  ] as const
  return (
    <dl className={styles.facts}>
      {facts.map(({ id, value }) => (
        <div key={id}>
          <dt>{t(`person.${id}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface ProfileFormProps {
  person: ConsolePerson
  me: Me
  departments: readonly ConsoleDepartment[]
}

function ProfileForm({ person, me, departments }: ProfileFormProps) {
  const { t } = useTranslation('console')
  const [form, setForm] = useState({
    name: person.name,
    department: String(person.departmentId ?? ''),
    duties: person.duties,
    phone: person.phone,
  })
  const { error, save } = useSaving()
  const field = (name: keyof typeof form) => ({
    value: form[name],
    onChange: (event: { target: { value: string } }) =>
      setForm({ ...form, [name]: event.target.value }),
  })
  const none = me.role === 'department' ? [] : [{ value: '', label: t('people.noDepartment') }]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { name, duties, phone } = form
    const departmentId = form.department === '' ? null : Number(form.department)
    const { accountId } = person
    save(() => ask(api.change, { body: { accountId, name, duties, phone, departmentId } }))
  }
  return (
    <form className={styles.grid} onSubmit={submit}>
      <TextField label={t('people.name')} maxLength={60} error={error} {...field('name')} />
      <Select
        label={t('people.department')}
        options={[...none, ...departmentOptions(departments)]}
        {...field('department')}
      />
      <TextField label={t('people.duties')} maxLength={60} {...field('duties')} />
      <TextField label={t('people.phone')} type="tel" maxLength={30} {...field('phone')} />
      <Button type="submit" disabled={form.name.trim() === ''}>
        {t('save')}
      </Button>
    </form>
  )
}

const gigabyte = 1024 ** 3

function QuotaForm({ person }: { person: ConsolePerson }) {
  const { t } = useTranslation('console')
  const [room, setRoom] = useState(String(Math.round((person.quotaBytes / gigabyte) * 10) / 10))
  const { error, save } = useSaving()
  const gigabytes = Number(room)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const quotaBytes = Math.round(gigabytes * gigabyte)
    save(() => ask(api.quota, { body: { accountId: person.accountId, quotaBytes } }))
  }
  return (
    <form className={styles.inline} onSubmit={submit}>
      <TextField
        label={t('person.quota')}
        type="number"
        min="0.1"
        step="0.1"
        error={error}
        value={room}
        onChange={(event) => setRoom(event.target.value)}
      />
      <Button type="submit" disabled={!(gigabytes >= 0.1)}>
        {t('save')}
      </Button>
    </form>
  )
}
