import { limits } from '@hongyan/contract/limits'
import {
  type AccountAction,
  accountActions,
  type MailAction,
  mailActions,
} from '@hongyan/contract/records'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { madeKey } from '../../lib/text-keys.ts'
import { useTimeFormat } from '../../lib/use-time-format.ts'
import { Button } from '../../ui/button.tsx'
import { DateTimeField } from '../../ui/date-time-field.tsx'
import { Isolated } from '../../ui/isolated.tsx'
import { Select } from '../../ui/select.tsx'
import { Page } from '../settings/form.public.tsx'
import { dayEnd, dayStart } from './days.ts'
import { useMailActionText } from './mail-action-text.ts'
import { RecordList } from './record-list.tsx'
import styles from './records.module.css'
import { type LogFilter, mailLogQuery, userLogQuery } from './records-query.ts'
import { When, Who } from './who-and-when.tsx'

type Tab = 'mail' | 'account'

/** /set/selfquery: the log of the last 30 days (R61, LOGS-02, LOGS-03). */
export function LogPage() {
  const { t } = useTranslation('records')
  const [tab, setTab] = useState<Tab>('mail')
  return (
    <Page title={t('log.title')} text={t('log.text', { days: limits.logDays })} wide>
      <fieldset className={styles.tabs} aria-label={t('log.show')}>
        {(['mail', 'account'] as const).map((one) => (
          <Button
            key={one}
            kind="quiet"
            size="sm"
            aria-pressed={tab === one}
            className={tab === one ? styles.chosen : undefined}
            onClick={() => setTab(one)}
          >
            {t(`log.${one}`)}
          </Button>
        ))}
      </fieldset>
      {tab === 'mail' ? <MailLog /> : <AccountLog />}
    </Page>
  )
}

interface FilterBarProps<Action extends string> {
  actions: readonly Action[]
  onChange: (filter: LogFilter<Action>) => void
}

/** Kind of action and days; changed at once. */
function FilterBar<Action extends string>({ actions, onChange }: FilterBarProps<Action>) {
  const { t } = useTranslation('records')
  const format = useTimeFormat()
  const { zone } = format
  const [form, setForm] = useState<{ action: Action | ''; from: string; until: string }>({
    action: '',
    from: '',
    until: '',
  })
  const change = (part: Partial<typeof form>) => {
    const next = { ...form, ...part }
    setForm(next)
    const { action, from, until } = next
    onChange({ action, startTime: dayStart(from, zone), endTime: dayEnd(until, zone) })
  }
  return (
    <div className={styles.filters}>
      <Select
        label={t('log.action')}
        value={form.action}
        onChange={(event) =>
          change({ action: actions.find((one) => one === event.target.value) ?? '' })
        }
        options={[
          { value: '', label: t('log.all') },
          ...actions.map((one) => ({ value: one, label: t(madeKey(`action.${String(one)}`)) })),
        ]}
      />
      <DateTimeField
        days
        format={format}
        label={t('log.from')}
        value={form.from}
        onChange={(from) => change({ from })}
      />
      <DateTimeField
        days
        format={format}
        label={t('log.until')}
        value={form.until}
        onChange={(until) => change({ until })}
      />
    </div>
  )
}

const all = { action: '', startTime: null, endTime: null } as const

function MailLog() {
  const { t } = useTranslation('records')
  const [filter, setFilter] = useState<LogFilter<MailAction>>(all)
  const query = useInfiniteQuery(mailLogQuery(filter))
  const textOf = useMailActionText()
  return (
    <>
      <FilterBar actions={mailActions} onChange={setFilter} />
      <RecordList label={t('log.mail')} query={query} empty={{ title: t('log.none') }}>
        {(item) => (
          <li key={item.sortValues} className={styles.row}>
            <When time={item.time} />
            <span className={styles.what}>
              <span className={styles.subject}>
                <Isolated>{item.mailSubject || t('list:noSubject')}</Isolated>
              </span>
              <span className={styles.did}>{textOf(item)}</span>
            </span>
            <Who {...item} />
          </li>
        )}
      </RecordList>
    </>
  )
}

function AccountLog() {
  const { t } = useTranslation('records')
  const [filter, setFilter] = useState<LogFilter<AccountAction>>(all)
  const query = useInfiniteQuery(userLogQuery(filter))
  return (
    <>
      <FilterBar actions={accountActions} onChange={setFilter} />
      <RecordList label={t('log.account')} query={query} empty={{ title: t('log.none') }}>
        {(item) => (
          <li key={item.sortValues} className={styles.row}>
            <When time={item.time} />
            <span className={styles.what} data-warn={item.action === 'login-failed' || undefined}>
              {t(`action.${item.action}`)}
            </span>
            <Who {...item} />
          </li>
        )}
      </RecordList>
    </>
  )
}
