import { approval } from '@hongyan/contract/approval'
import type { Reply } from '@hongyan/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useDateStyle } from '../../lib/me.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { useTimeFormat } from '../../lib/use-time-format.ts'
import { instantOf, localMinute } from '../../lib/zone-time.ts'
import { Button } from '../../ui/button.tsx'
import { DateTimeField } from '../../ui/date-time-field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { iconPeople } from '../../ui/icons.ts'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import styles from './approval.module.css'
import { deputyQuery, refreshApprovals } from './approval-query.ts'

type Known = Reply<typeof approval.deputy>

/** For an approver: who decides instead while one is away. */
export function Deputy() {
  const { t } = useTranslation('approval')
  const { data } = useQuery(deputyQuery)
  const [open, setOpen] = useState(false)
  if (!data?.approver) return null
  return (
    <div className={styles.deputy}>
      <Button size="sm" kind="quiet" icon={iconPeople} onClick={() => setOpen(true)}>
        {data.deputy === '' ? t('deputies.ask') : t('deputies.is', { name: data.deputy })}
      </Button>
      {open && <DeputyDialog known={data} onClose={() => setOpen(false)} />}
    </div>
  )
}

function DeputyDialog({ known, onClose }: { known: Known; onClose: () => void }) {
  const { t } = useTranslation('approval')
  const format = useTimeFormat()
  const { zone } = useDateStyle()
  const shown = (time: string | null) => (time ? localMinute(Date.parse(time), zone) : '')
  const [deputy, setDeputy] = useState(known.deputy)
  const [from, setFrom] = useState(shown(known.from))
  const [until, setUntil] = useState(shown(known.until))
  const { busy, error, attempt } = useAttempt()
  const save = async (who: string) => {
    const body = { deputy: who.trim(), from: instantOf(from, zone), until: instantOf(until, zone) }
    if (!(await attempt(() => call(approval.saveDeputy, { body })))) return
    await refreshApprovals()
    toast({ kind: 'success', text: t(body.deputy === '' ? 'deputies.ended' : 'deputies.saved') })
    onClose()
  }
  return (
    <FormDialog
      title={t('deputies.ask')}
      words={{ close: t('common:close'), cancel: t('common:cancel'), submit: t('settings:save') }}
      width={460}
      busy={busy}
      extra={
        known.deputy !== '' && (
          <Button kind="quiet" onClick={() => void save('')}>
            {t('deputies.end')}
          </Button>
        )
      }
      onClose={onClose}
      onSubmit={() => void save(deputy)}
    >
      <TextField
        label={t('deputies.who')}
        hint={t('deputies.hint')}
        type="email"
        autoComplete="off"
        data-autofocus
        value={deputy}
        error={error}
        onChange={(event) => setDeputy(event.target.value)}
      />
      <DateTimeField format={format} label={t('deputies.from')} value={from} onChange={setFrom} />
      <DateTimeField
        format={format}
        label={t('deputies.until')}
        value={until}
        onChange={setUntil}
      />
    </FormDialog>
  )
}
