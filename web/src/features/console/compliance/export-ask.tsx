import { consoleContract as api } from '@hongyan/contract/console'
import {
  type ExportTelling,
  exportLimits,
  exportTellings,
  type FourEyes,
} from '@hongyan/contract/console-exports'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { useLeavingWords } from '../../../lib/leaving-words.ts'
import { instantOf } from '../../../lib/zone-time.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { DateTimeField } from '../../../ui/date-time-field.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useLeaving } from '../../../ui/use-leaving.tsx'
import { ask } from '../ask.ts'
import styles from '../console.module.css'
import type { Me } from '../console-state.ts'
import { useAsked } from '../use-asked.ts'
import { useConsoleTimes } from '../use-console-times.ts'
import { useSaving } from '../use-saving.ts'
import { type Named, NamePicker } from './name-picker.tsx'

interface AskExportProps {
  me: Me
  fourEyes: FourEyes
  onClose: () => void
}

interface Wish {
  reason: string
  holdId: string
  named: readonly Named[]
  addresses: string
  from: string
  until: string
  party: string
  tell: ExportTelling
  tellDays: string
  silence: string
}

const empty: Wish = {
  ...{ reason: '', holdId: '', named: [], addresses: '', from: '', until: '', party: '' },
  ...{ tell: 'now', tellDays: '30', silence: '' },
}

interface PartProps {
  wish: Wish
  change: (some: Partial<Wish>) => void
}

/** A new request: why, whose mail, which of it, and whether they are told. */
export function AskExport({ me, fourEyes, onClose }: AskExportProps) {
  const { t } = useTranslation('console-exports')
  const format = useConsoleTimes()
  const [wish, setWish] = useState(empty)
  const leaving = useLeaving(wish, useLeavingWords(), onClose)
  const { error, save } = useSaving()
  const change = (some: Partial<Wish>) => setWish({ ...wish, ...some })
  const waits = fourEyes.on || me.role === 'auditor' || wish.tell === 'never'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(async () => {
      await ask(api.askMailExport, { body: bodyOf(wish, format.zone) })
      onClose()
    })
  }
  return (
    <Dialog
      title={t('ask')}
      closeLabel={t('console:close')}
      width={640}
      onClose={leaving.onDismiss}
    >
      <form className={styles.form} onSubmit={submit}>
        {error && <Banner tone="danger">{error}</Banner>}
        <TextArea
          label={t('reason')}
          rows={2}
          data-autofocus
          maxLength={500}
          value={wish.reason}
          onChange={(event) => change({ reason: event.target.value })}
        />
        <Whose wish={wish} change={change} isAuditor={me.role === 'auditor'} />
        <div className={styles.grid}>
          <DateTimeField
            label={t('form.mailFrom')}
            format={format}
            value={wish.from}
            onChange={(from) => change({ from })}
          />
          <DateTimeField
            label={t('form.mailUntil')}
            format={format}
            value={wish.until}
            onChange={(until) => change({ until })}
          />
        </div>
        <p className={styles.note}>{t('form.rangeText')}</p>
        <TextField
          label={t('form.party')}
          hint={t('form.partyHint')}
          maxLength={320}
          value={wish.party}
          onChange={(event) => change({ party: event.target.value })}
        />
        <Telling wish={wish} change={change} />
        <Banner tone={waits ? 'info' : 'warn'}>{t(waits ? 'form.waits' : 'form.starts')}</Banner>
        <div className={styles.actions}>
          <Button type="submit" kind="primary" disabled={!isWhole(wish)}>
            {t('form.send')}
          </Button>
          <Button onClick={onClose}>{t('common:cancel')}</Button>
        </div>
      </form>
      {leaving.question}
    </Dialog>
  )
}

/** People by their names, for auditors by their addresses; or those of a legal hold. */
function Whose({ wish, change, isAuditor }: PartProps & { isAuditor: boolean }) {
  const { t } = useTranslation('console-exports')
  const holds = useAsked(api.legalHolds, { query: { pageSize: 100 } })
  const choices = (holds.data?.list ?? []).map(({ id, reason }) => ({
    value: String(id),
    label: reason,
  }))
  return (
    <>
      <Select
        label={t('form.hold')}
        value={wish.holdId}
        options={[{ value: '', label: t('form.noHold') }, ...choices]}
        onChange={(event) => change({ holdId: event.target.value })}
      />
      {wish.holdId === '' && !isAuditor && (
        <NamePicker
          named={wish.named}
          departments={false}
          onChange={(named) => change({ named })}
        />
      )}
      {wish.holdId === '' && isAuditor && (
        <TextArea
          label={t('form.addresses')}
          rows={3}
          value={wish.addresses}
          onChange={(event) => change({ addresses: event.target.value })}
        />
      )}
    </>
  )
}

function Telling({ wish, change }: PartProps) {
  const { t } = useTranslation('console-exports')
  return (
    <>
      <div className={styles.grid}>
        <Select
          label={t('form.tell')}
          value={wish.tell}
          options={exportTellings.map((value) => ({ value, label: t(`tell.${value}`) }))}
          onChange={(event) => change({ tell: event.target.value as ExportTelling })}
        />
        {wish.tell === 'later' && (
          <TextField
            type="number"
            label={t('form.tellDays')}
            min={1}
            max={exportLimits.tellDays}
            value={wish.tellDays}
            onChange={(event) => change({ tellDays: event.target.value })}
          />
        )}
      </div>
      {wish.tell === 'never' && (
        <TextArea
          label={t('form.silence')}
          rows={2}
          maxLength={500}
          value={wish.silence}
          onChange={(event) => change({ silence: event.target.value })}
        />
      )}
    </>
  )
}

const addressesOf = ({ addresses }: Wish): string[] =>
  addresses.split(/[\s,;，；]+/).filter((one) => one !== '')

const isWhole = (wish: Wish): boolean =>
  wish.reason.trim() !== '' &&
  (wish.holdId !== '' || wish.named.length > 0 || addressesOf(wish).length > 0) &&
  (wish.tell !== 'never' || wish.silence.trim() !== '') &&
  (wish.tell !== 'later' || Number(wish.tellDays) >= 1)

function bodyOf(wish: Wish, zone: number) {
  const { reason, holdId, named, from, until, party, tell, tellDays, silence } = wish
  const isNamed = holdId === ''
  return {
    reason: reason.trim(),
    holdId: isNamed ? null : Number(holdId),
    accountIds: isNamed ? named.map(({ id }) => id) : [],
    addresses: isNamed ? addressesOf(wish) : [],
    mailFrom: from === '' ? null : instantOf(from, zone),
    mailUntil: until === '' ? null : instantOf(until, zone),
    party: party.trim(),
    tell,
    tellDays: tell === 'later' ? Math.round(Number(tellDays)) : null,
    silence: tell === 'never' ? silence.trim() : '',
  }
}
