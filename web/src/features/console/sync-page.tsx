import { consoleContract as api } from '@hongyan/contract/console'
import type { SyncPlan } from '@hongyan/contract/console-sync'
import { type FormEvent, useState } from 'react'
import { fullTime } from '../../lib/dates.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Isolated } from '../../ui/isolated.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ask } from './ask.ts'
import styles from './console.module.css'
import { useDates } from './console-state.ts'
import { OpenList } from './lists-page.tsx'
import { Scroller } from './scroller.tsx'
import { ShownToken } from './shown-password.tsx'
import { useAsked } from './use-asked.ts'
import { useQuestion } from './use-question.tsx'
import { useSaving } from './use-saving.ts'

/** People who come from elsewhere: from the directory by LDAP, or by a program that speaks SCIM. */
export function SyncPage() {
  const { t } = useTranslation('console')
  const { data, error } = useAsked(api.sync, {})
  return (
    <>
      <h1 className={styles.title}>{t('pages.sync')}</h1>
      {error && <Banner tone="danger">{error.message}</Banner>}
      <div className={styles.form}>
        {data && <DirectoryPart {...data} key={JSON.stringify(data.plan)} />}
        <ScimPart />
      </div>
    </>
  )
}

type Sync = NonNullable<ReturnType<typeof useAsked<typeof api.sync>>['data']>

function DirectoryPart({ available, plan, lastAt, lastRunId, trouble }: Sync) {
  const { t } = useTranslation('console')
  const dates = useDates()
  const { error, save } = useSaving()
  const [open, setOpen] = useState<number | null>(null)
  if (!available)
    return (
      <section className={styles.form} aria-label={t('sync.directory')}>
        <h2 className={styles.part}>{t('sync.directory')}</h2>
        <p className={styles.note}>{t('sync.none')}</p>
      </section>
    )
  const check = async () => setOpen((await ask(api.checkSync, { body: {} })).runId)
  return (
    <section className={styles.form} aria-label={t('sync.directory')}>
      <h2 className={styles.part}>{t('sync.directory')}</h2>
      <p className={styles.note}>
        {lastAt ? t('sync.last', { at: fullTime(lastAt, dates) }) : t('sync.never')}
      </p>
      {trouble !== '' && <Banner tone="warn">{t(`sync.troubles.${trouble}`)}</Banner>}
      {error && <Banner tone="danger">{error}</Banner>}
      <PlanForm plan={plan} />
      <div className={styles.actions}>
        <Button kind="primary" onClick={() => save(check)}>
          {t('sync.check')}
        </Button>
        {lastRunId !== null && open === null && (
          <Button onClick={() => setOpen(lastRunId)}>{t('sync.lastList')}</Button>
        )}
      </div>
      {open !== null && <OpenList key={open} runId={open} onClose={() => setOpen(null)} />}
    </section>
  )
}

const hours = [0, 1, 6, 24] as const

function PlanForm({ plan: before }: { plan: SyncPlan }) {
  const { t } = useTranslation('console')
  const [plan, setPlan] = useState(before)
  const { error, save } = useSaving()
  const field = (name: 'filter' | 'department' | 'duties' | 'phone') => ({
    value: plan[name],
    spellCheck: false,
    autoCapitalize: 'off',
    onChange: (event: { target: { value: string } }) =>
      setPlan({ ...plan, [name]: event.target.value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(() => ask(api.saveSync, { body: { plan } }))
  }
  return (
    <form className={styles.grid} onSubmit={submit}>
      <Select
        label={t('sync.every')}
        value={String(plan.everyHours)}
        options={hours.map((one) => ({ value: String(one), label: t(`sync.hours.${one}`) }))}
        onChange={(event) => setPlan({ ...plan, everyHours: Number(event.target.value) })}
      />
      <TextField label={t('sync.filter')} error={error} {...field('filter')} />
      <TextField
        label={t('sync.department')}
        hint={t('sync.departmentHint')}
        {...field('department')}
      />
      <TextField label={t('sync.duties')} {...field('duties')} />
      <TextField label={t('sync.phone')} {...field('phone')} />
      <TextField
        label={t('sync.most')}
        type="number"
        min="1"
        max="100"
        value={String(plan.mostDisabledPercent)}
        onChange={(event) =>
          setPlan({ ...plan, mostDisabledPercent: Math.round(Number(event.target.value)) })
        }
      />
      <Button type="submit">{t('save')}</Button>
    </form>
  )
}

function ScimPart() {
  const { t } = useTranslation('console')
  const { data } = useAsked(api.scimTokens, {})
  const [name, setName] = useState('')
  const [token, setToken] = useState('')
  const { error, save } = useSaving()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(async () => {
      setToken((await ask(api.addScimToken, { body: { name } })).token)
      setName('')
    })
  }
  return (
    <section className={styles.form} aria-label="SCIM">
      <h2 className={styles.part}>SCIM 2.0</h2>
      <p className={styles.note}>{t('scim.text')}</p>
      {data && (
        <p className={styles.note}>
          {t('scim.url')} <code className={styles.code}>{data.url}</code>
        </p>
      )}
      {token !== '' && <ShownToken token={token} onClose={() => setToken('')} />}
      {data && data.list.length > 0 && <Tokens list={data.list} />}
      <form className={styles.inline} onSubmit={submit}>
        <TextField
          label={t('scim.name')}
          value={name}
          maxLength={60}
          error={error}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" disabled={name.trim() === ''}>
          {t('scim.make')}
        </Button>
      </form>
    </section>
  )
}

type Token = NonNullable<ReturnType<typeof useAsked<typeof api.scimTokens>>['data']>['list'][number]

function Tokens({ list }: { list: readonly Token[] }) {
  const { t } = useTranslation('console')
  const dates = useDates()
  const question = useQuestion()
  return (
    <Scroller>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('scim.name')}</th>
            <th scope="col">{t('scim.by')}</th>
            <th scope="col">{t('scim.made')}</th>
            <th scope="col">{t('scim.used')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('scim.revoke')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {list.map((one) => (
            <tr key={one.id}>
              <td>
                <Isolated>{one.name}</Isolated>
              </td>
              <td>
                <Isolated>{one.createdBy}</Isolated>
              </td>
              <td>{fullTime(one.createdAt, dates)}</td>
              <td>{one.lastUsedAt ? fullTime(one.lastUsedAt, dates) : t('scim.never')}</td>
              <td>
                <Button
                  size="sm"
                  aria-label={t('scim.revokeOne', { name: one.name })}
                  onClick={() =>
                    question.put({
                      title: t('scim.revokeOne', { name: one.name }),
                      text: t('scim.revokeText'),
                      confirm: t('scim.revoke'),
                      work: () => ask(api.revokeScimToken, { body: { id: one.id } }),
                    })
                  }
                >
                  {t('scim.revoke')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {question.dialog}
    </Scroller>
  )
}
