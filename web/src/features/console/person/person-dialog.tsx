import {
  consoleContract as api,
  type ConsoleDepartment,
  type ConsolePerson,
} from '@hongyan/contract/console'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { ApiError } from '../../../lib/api-error.ts'
import { fullTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useLeavingWords } from '../../../lib/leaving-words.ts'
import { formatSize } from '../../../lib/sizes.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useLeaving } from '../../../ui/use-leaving.tsx'
import { ask } from '../ask.ts'
import styles from '../console.module.css'
import { type Me, useDates } from '../console-state.ts'
import { departmentOptions } from '../departments.ts'
import { ShownPassword } from '../shown-password.tsx'
import { UnsavedParts, useUnsavedPart, useUnsavedParts } from '../unsaved-parts.ts'
import { useAsked } from '../use-asked.ts'
import { useSaving } from '../use-saving.ts'
import { DeletePart } from './delete-person.tsx'
import { type Account, MailPart, may, SignInPart } from './person-account.tsx'
import { PersonActs } from './person-acts.tsx'
import { PersonRole } from './person-role.tsx'

interface PersonDialogProps {
  accountId: number
  me: Me
  departments: readonly ConsoleDepartment[]
  onClose: () => void
}

type Part = 'profile' | 'signIn' | 'mail' | 'delete'

/** One person: what is known, and what may be done. */
export function PersonDialog({ accountId, me, departments, onClose }: PersonDialogProps) {
  const { t } = useTranslation('console')
  const { data, error } = useAsked(api.person, { query: { accountId } })
  const [password, setPassword] = useState('')
  const [isUnsaved, report] = useUnsavedParts()
  useUnsavedPart('person', isUnsaved)
  const leaving = useLeaving(isUnsaved, useLeavingWords(), onClose)
  return (
    <Dialog
      title={data?.name ?? t('pages.people')}
      closeLabel={t('close')}
      width={640}
      onClose={leaving.onDismiss}
    >
      {error && <Banner tone="danger">{error.message}</Banner>}
      {password ? (
        <ShownPassword password={password} onClose={() => setPassword('')} />
      ) : (
        data && (
          <div className={`${styles.form} ${data.mayChange ? styles.parts : ''}`}>
            <Facts person={data} />
            {data.mayChange ? (
              <UnsavedParts value={report}>
                <Parts
                  person={data}
                  me={me}
                  departments={departments}
                  onPassword={setPassword}
                  onGone={onClose}
                />
              </UnsavedParts>
            ) : (
              <Banner tone="info">{t('person.higher')}</Banner>
            )}
          </div>
        )
      )}
      {leaving.question}
    </Dialog>
  )
}

interface PartsProps extends ProfileFormProps {
  onPassword: (password: string) => void
  onGone: () => void
}

/** Of `console.gone`. */
const goneCode = 404121

function Parts({ person, me, departments, onPassword, onGone }: PartsProps) {
  const { t } = useTranslation('console')
  const [part, setPart] = useState<Part>('profile')
  const { accountId } = person
  const isSelf = person.address === me.address
  const { data: account, error } = useAsked(api.account, { query: { accountId } }, deletionSeconds)
  const queries = useQueryClient()
  const isGone = error instanceof ApiError && error.code === goneCode
  useEffect(() => {
    if (!isGone) return
    toast({ kind: 'success', text: t('delete.done', { name: person.name }) })
    onGone()
    void queries.invalidateQueries()
  }, [isGone, onGone, person.name, queries, t])
  const parts: Part[] = [
    'profile',
    'signIn',
    ...(may(me, api.addAlias) ? (['mail'] as const) : []),
    ...(may(me, api.deletePerson) && !isSelf ? (['delete'] as const) : []),
  ]
  return (
    <Tabs
      label={t('person.parts.label')}
      tabs={parts.map((id) => ({ id, label: t(`person.parts.${id}`) }))}
      current={part}
      onPick={setPart}
      inner
    >
      {/* What was typed there stays while another part is looked at. */}
      <div hidden={part !== 'profile'}>
        <div className={styles.form}>
          {may(me, api.change) && (
            <ProfileForm key={accountId} person={person} me={me} departments={departments} />
          )}
          <QuotaForm person={person} />
          {me.role === 'owner' && !isSelf && (
            <PersonRole person={person} departments={departments} />
          )}
        </div>
      </div>
      {part === 'signIn' && (
        <div className={styles.form}>
          <PersonActs person={person} me={me} onPassword={onPassword} />
          {account && <SignInPart person={person} account={account} me={me} />}
        </div>
      )}
      {parts.includes('mail') && account && (
        <div hidden={part !== 'mail'}>
          <MailPart person={person} account={account} me={me} />
        </div>
      )}
      {part === 'delete' && account && <DeletePart person={person} account={account} />}
    </Tabs>
  )
}

/** While somebody is being deleted it is asked again how far that is. */
const deletionSeconds = (data: Account | undefined): number | false => {
  const state = data?.deletion?.state
  return state === 'handing' || state === 'erasing' ? 2_000 : false
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
    until: dayOf(person.validUntil),
  })
  const isChanged = (name: 'name' | 'duties' | 'phone') => form[name].trim() !== person[name]
  useUnsavedPart('profile', isChanged('name') || isChanged('duties') || isChanged('phone'))
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
    const until = form.until === dayOf(person.validUntil) ? {} : { validUntil: endOf(form.until) }
    save(() =>
      ask(api.change, { body: { accountId, name, duties, phone, departmentId, ...until } }),
    )
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
      {person.address !== me.address && (
        <TextField label={t('person.until')} type="date" {...field('until')} />
      )}
      <Button type="submit" disabled={form.name.trim() === ''}>
        {t('save')}
      </Button>
    </form>
  )
}

/** The last day of a mailbox, as the administrator's own calendar has it. */
const dayOf = (until: string | null): string => {
  if (until === null) return ''
  const at = new Date(until)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** The end of a day; '' is never. */
const endOf = (day: string): string | null =>
  day === '' ? null : new Date(`${day}T23:59:59`).toISOString()

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
