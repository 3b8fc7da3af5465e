import { consoleContract as api } from '@hongyan/contract/console'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { useLeavingWords } from '../../../lib/leaving-words.ts'
import { instantOf } from '../../../lib/zone-time.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { DateTimeField } from '../../../ui/date-time-field.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { useLeaving } from '../../../ui/use-leaving.tsx'
import { ask } from '../ask.ts'
import styles from '../console.module.css'
import { useConsoleTimes } from '../use-console-times.ts'
import { useSaving } from '../use-saving.ts'
import { type Named, NamePicker } from './name-picker.tsx'

/** A new hold: why, for whom, which mail. */
export function AddHold({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('console-compliance')
  const format = useConsoleTimes()
  const [reason, setReason] = useState('')
  const [named, setNamed] = useState<readonly Named[]>([])
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const leaving = useLeaving({ reason, named, from, until }, useLeavingWords(), onClose)
  const { error, save } = useSaving()
  const idsOf = (kind: Named['kind']) =>
    named.filter((one) => one.kind === kind).map(({ id }) => id)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = {
      reason: reason.trim(),
      accountIds: idsOf('person'),
      departmentIds: idsOf('department'),
      mailFrom: from === '' ? null : instantOf(from, format.zone),
      mailUntil: until === '' ? null : instantOf(until, format.zone),
    }
    save(async () => {
      await ask(api.addLegalHold, { body })
      onClose()
    })
  }
  return (
    <Dialog
      title={t('add')}
      closeLabel={t('console:close')}
      width={640}
      onClose={leaving.onDismiss}
    >
      <form className={styles.form} onSubmit={submit}>
        {error && <Banner tone="danger">{error}</Banner>}
        <TextArea
          label={t('reason')}
          rows={3}
          data-autofocus
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <NamePicker named={named} onChange={setNamed} />
        <div className={styles.grid}>
          <DateTimeField label={t('mailFrom')} format={format} value={from} onChange={setFrom} />
          <DateTimeField label={t('mailUntil')} format={format} value={until} onChange={setUntil} />
        </div>
        <p className={styles.note}>{t('rangeText')}</p>
        <div className={styles.actions}>
          <Button
            type="submit"
            kind="primary"
            disabled={reason.trim() === '' || named.length === 0}
          >
            {t('begin')}
          </Button>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
        </div>
      </form>
      {leaving.question}
    </Dialog>
  )
}
