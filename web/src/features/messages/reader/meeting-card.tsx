import type { Meeting } from '@hongyan/contract/reader-fields'
import { type DateStyle, fullTime } from '../../../lib/dates.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useDateStyle } from '../../../lib/me.ts'
import { Chip } from '../../../ui/chip.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { iconCalendar } from '../../../ui/icons.ts'
import { Isolated } from '../../../ui/isolated.tsx'
import { plainLine } from '../people.ts'
import styles from './meeting-card.module.css'

/** When and where a meeting is, or would have been. */
export function MeetingCard({ meeting }: { meeting: Meeting }) {
  const { t } = useTranslation('reader')
  const style = useDateStyle()
  const { method, summary, place, start, end } = meeting
  if (start === null && summary === '') return null
  const cancelled = method === 'cancel'
  return (
    <section
      className={styles.card}
      data-cancelled={cancelled || undefined}
      aria-label={t('meeting.title')}
    >
      <Icon icon={iconCalendar} size={20} />
      <div className={styles.facts}>
        <p className={styles.summary}>
          <span>
            <Isolated>{plainLine(summary) || t('meeting.title')}</Isolated>
          </span>
          {cancelled && <Chip tone="danger">{t('meeting.cancelled')}</Chip>}
        </p>
        {start !== null && (
          <p className={styles.when}>
            {timeText(start, style)}
            {end !== null && ` – ${timeText(end, style)}`}
          </p>
        )}
        {place !== '' && (
          <p className={styles.place}>
            <Isolated>{plainLine(place)}</Isolated>
          </p>
        )}
      </div>
    </section>
  )
}

/** An instant in the reader's zone; a day, or a time of no zone, as it was written. */
function timeText(time: string, style: DateStyle): string {
  if (/Z$/.test(time)) return fullTime(time, style)
  const written = fullTime(`${time.length > 10 ? time : `${time}T00:00:00`}Z`, {
    ...style,
    zone: 0,
  })
  if (time.length > 10) return written
  const clock = written.lastIndexOf(' ', written.indexOf('0:00'))
  return clock < 0 ? written : written.slice(0, clock).replace(/,$/, '')
}
