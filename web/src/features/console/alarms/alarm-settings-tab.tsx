import type { AlarmSettings } from '@hongyan/contract/alarm-fields'
import { consoleContract as api } from '@hongyan/contract/console'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ask } from '../ask.ts'
import styles from '../console.module.css'
import { ShownToken } from '../shown-password.tsx'
import { useUnsavedForm } from '../unsaved-parts.ts'
import { useAsked } from '../use-asked.ts'
import { useSaving } from '../use-saving.ts'
import own from './alarms.module.css'

const limits = ['perMinute', 'perDay', 'ownBouncesPerHour'] as const
const thresholds = [
  'queueLong',
  'queueOldMinutes',
  'bouncesPerHour',
  'diskFreePercent',
  'databaseMs',
  'certificateDays',
  'scannerUnanswered',
  'wrongPasswordsPerHour',
  'networksPerHour',
] as const
type Number = (typeof limits)[number] | (typeof thresholds)[number]
const numbers: readonly Number[] = [...limits, ...thresholds]

/** An empty field: never. */
const orNever = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** How much one person may send, from where on there is an alarm, and who is told. */
export function AlarmSettingsTab() {
  const { data, error } = useAsked(api.alarmSettings, {})
  return (
    <div className={own.tab}>
      {error && <Banner tone="danger">{error.message}</Banner>}
      {data && <SettingsForm settings={data.settings} hasSecret={data.hasSecret} />}
    </div>
  )
}

function SettingsForm({ settings, hasSecret }: { settings: AlarmSettings; hasSecret: boolean }) {
  const { t } = useTranslation('console-watch')
  const { error, save, attempt } = useSaving()
  const [secret, setSecret] = useState('')
  const [mailTo, setMailTo] = useState(settings.mailTo.join(', '))
  const [webhook, setWebhook] = useState(settings.webhook)
  const [form, setForm] = useState(
    () =>
      Object.fromEntries(numbers.map((one) => [one, String(settings[one] ?? '')])) as Record<
        Number,
        string
      >,
  )
  const keep = useUnsavedForm('alarm settings', { form, mailTo, webhook })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const read = Object.fromEntries(numbers.map((one) => [one, orNever(form[one])]))
    const addresses = mailTo.split(/[,，;；\s]+/).filter((one) => one !== '')
    const body = { ...settings, ...read, mailTo: addresses, webhook }
    if (await attempt(() => ask(api.saveAlarmSettings, { body }))) keep()
  }
  const field = (one: Number) => (
    <TextField
      key={one}
      type="number"
      min={1}
      label={t(`alarmSettings.${one}`)}
      placeholder={t('alarmSettings.never')}
      value={form[one]}
      onChange={(event) => setForm({ ...form, [one]: event.target.value })}
    />
  )
  return (
    <form className={own.panel} onSubmit={submit}>
      <h2 className={styles.part}>{t('alarmSettings.limits')}</h2>
      <p className={styles.note}>{t('alarmSettings.limitsText')}</p>
      <div className={own.fields}>{limits.map(field)}</div>
      <h2 className={styles.part}>{t('alarmSettings.thresholds')}</h2>
      <div className={own.fields}>{thresholds.map(field)}</div>
      <h2 className={styles.part}>{t('alarmSettings.told')}</h2>
      <TextField
        label={t('alarmSettings.mailTo')}
        hint={t('alarmSettings.mailToHint')}
        value={mailTo}
        onChange={(event) => setMailTo(event.target.value)}
      />
      <TextField
        label={t('alarmSettings.webhook')}
        hint={t(hasSecret ? 'alarmSettings.signed' : 'alarmSettings.unsigned')}
        placeholder="https://"
        value={webhook}
        onChange={(event) => setWebhook(event.target.value)}
      />
      {error && <Banner tone="danger">{error}</Banner>}
      <div className={styles.actions}>
        <Button type="submit" kind="primary">
          {t('console:save')}
        </Button>
        <Button
          onClick={() =>
            save(async () => setSecret((await ask(api.alarmSecret, { body: {} })).secret))
          }
        >
          {t('alarmSettings.newSecret')}
        </Button>
      </div>
      {secret !== '' && (
        <Dialog
          title={t('alarmSettings.secret')}
          closeLabel={t('console:close')}
          width={560}
          onClose={() => setSecret('')}
        >
          <ShownToken token={secret} onClose={() => setSecret('')} />
        </Dialog>
      )}
    </form>
  )
}
