import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import own from './trace.module.css'

export interface TraceQuery {
  sender?: string
  recipient?: string
  messageId?: string
  subject?: string
  from?: string
}

const periods = ['90d', '30d', '7d', '1d'] as const
const hoursOf = { '90d': 0, '30d': 720, '7d': 168, '1d': 24 } as const
const nothing = { sender: '', recipient: '', messageId: '', subject: '' }

/** What is looked for: all of it must be so. */
export function TraceSearch({
  withSubject,
  onSearch,
}: {
  withSubject: boolean
  onSearch: (query: TraceQuery) => void
}) {
  const { t } = useTranslation('console-watch')
  const [form, setForm] = useState(nothing)
  const [period, setPeriod] = useState<(typeof periods)[number]>('90d')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const hours = hoursOf[period]
    const from = hours === 0 ? {} : { from: new Date(Date.now() - hours * 3_600_000).toISOString() }
    onSearch({ ...form, ...from })
  }
  const fields = [
    'sender',
    'recipient',
    'messageId',
    ...(withSubject ? ['subject' as const] : []),
  ] as const
  return (
    <form className={own.search} onSubmit={submit}>
      {fields.map((field) => (
        <TextField
          key={field}
          label={t(`trace.${field}`)}
          value={form[field]}
          autoComplete="off"
          onChange={(event) => setForm({ ...form, [field]: event.target.value })}
        />
      ))}
      <Select
        label={t('trace.period')}
        value={period}
        options={periods.map((one) => ({ value: one, label: t(`trace.periods.${one}`) }))}
        onChange={(event) => setPeriod(event.target.value as (typeof periods)[number])}
      />
      <Button type="submit" kind="primary">
        {t('trace.search')}
      </Button>
    </form>
  )
}
