import { errorText } from '@hongyan/contract/errors'
import { limits } from '@hongyan/contract/limits'
import { useState } from 'react'
import { fullTime, spokenTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { currentLanguage } from '../../../lib/language.ts'
import { useTimeFormat } from '../../../lib/use-time-format.ts'
import { instantOf, localMinute } from '../../../lib/zone-time.ts'
import { Button } from '../../../ui/button.tsx'
import { DateTimeField } from '../../../ui/date-time-field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import styles from './send-options.module.css'
import { suggestions, zoneName } from './zone-time.ts'

interface ScheduleDialogProps {
  /** The time it had before. */
  before: string | null
  /** @param time ISO 8601 */
  onChoose: (time: string) => void
  onClose: () => void
}

/** Asks when a mail is to leave, in the zone of the user; the mail is sent off with the answer. */
export function ScheduleDialog({ before, onChoose, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation('compose')
  const style = useTimeFormat()
  const { zone } = style
  const [offered] = useState(() => suggestions(Date.now(), zone))
  const [local, setLocal] = useState(() => firstChoice(before, offered[0]?.local, zone))
  const [error, setError] = useState<string | null>(null)
  const time = instantOf(local, zone)
  const choose = () => {
    const trouble = troubleWith(time)
    if (trouble !== null) setError(errorText(trouble, currentLanguage()))
    else if (time !== null) onChoose(time)
  }
  return (
    <FormDialog
      title={t('schedule.title')}
      words={{ close: t('close'), cancel: t('cancel'), submit: t('schedule.send') }}
      onClose={onClose}
      onSubmit={choose}
    >
      <fieldset className={styles.offers} aria-label={t('schedule.offers')}>
        {offered.map(({ id, local: value }) => (
          <Button
            key={id}
            size="sm"
            aria-pressed={value === local}
            onClick={() => {
              setLocal(value)
              setError(null)
            }}
          >
            {t(`schedule.${id}`, {
              time: spokenTime(Date.parse(instantOf(value, zone) ?? ''), style).time,
            })}
          </Button>
        ))}
      </fieldset>
      <DateTimeField
        format={style}
        label={t('schedule.time', { zone: zoneName(zone) })}
        value={local}
        error={error}
        focusFirst
        required
        min={localMinute(Date.now(), zone)}
        onChange={(value) => {
          setLocal(value)
          setError(null)
        }}
      />
      <p className={styles.hint}>
        {time === null || troubleWith(time) !== null
          ? t('schedule.hint')
          : t('schedule.says', { time: fullTime(time, style) })}
      </p>
    </FormDialog>
  )
}

function firstChoice(before: string | null, offered: string | undefined, zone: number): string {
  if (before !== null && Date.parse(before) > Date.now())
    return localMinute(Date.parse(before), zone)
  return offered ?? ''
}

function troubleWith(time: string | null) {
  if (time === null) return 'send.time-missing'
  const ahead = Date.parse(time) - Date.now()
  if (ahead <= 0) return 'send.time-past'
  return ahead > limits.scheduleDays * 24 * 3_600_000 ? 'send.time-far' : null
}
