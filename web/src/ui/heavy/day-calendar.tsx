import { getLocalTimeZone, isSameDay, toCalendarDate, today } from '@internationalized/date'
import { Button } from 'react-aria-components/Button'
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarMonthPicker,
  CalendarYearPicker,
} from 'react-aria-components/Calendar'
import { Icon } from '../icon.tsx'
import { iconChevronLeft, iconChevronRight } from '../icons.ts'
import { Select } from '../select.tsx'
import type { TimeFormat } from '../time-format.ts'
import styles from './day-calendar.module.css'
import { type Moment, momentOf } from './time-values.ts'

interface DayCalendarProps {
  moment: Moment | null
  format: TimeFormat
  /** Days before it cannot be chosen; '' for none. */
  min: string
  label: string
  daysOnly: boolean
  onChoose: (moment: Moment) => void
}

/** A month to choose a day from; the hour stays as it was, or is that of a morning. */
export function DayCalendar(props: DayCalendarProps) {
  const { moment, format, min, label, daysOnly, onChoose } = props
  const day = moment && toCalendarDate(moment)
  const begin = day ?? today(getLocalTimeZone())
  const first = momentOf(min, true)
  const pickers = [<YearPicker key="year" />, <MonthPicker key="month" />]
  return (
    <Calendar
      className={styles.calendar ?? ''}
      aria-label={label}
      value={day}
      defaultFocusedValue={begin}
      {...(first && { minValue: first })}
      firstDayOfWeek="mon"
      onChange={(chosen) => {
        const at = toCalendarDate(chosen)
        const time = momentOf(`${at.toString()}T09:00`, daysOnly)
        if (moment && 'hour' in moment)
          onChoose(moment.set({ year: at.year, month: at.month, day: at.day }))
        else if (time) onChoose(time)
      }}
    >
      <div className={styles.header}>
        <Button slot="previous" className={styles.step ?? ''}>
          <Icon icon={iconChevronLeft} size={18} />
        </Button>
        {format.language === 'zh' ? pickers : pickers.toReversed()}
        <Button slot="next" className={styles.step ?? ''}>
          <Icon icon={iconChevronRight} size={18} />
        </Button>
      </div>
      <CalendarGrid className={styles.grid ?? ''} weekdayStyle="short">
        <CalendarGridHeader>
          {(name) => (
            <CalendarHeaderCell className={styles.weekday ?? ''}>
              {name.replace('周', '')}
            </CalendarHeaderCell>
          )}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => (
            <CalendarCell
              date={date}
              className={styles.day ?? ''}
              // Where the focus begins when the panel opens (ui/popover.tsx).
              {...(isSameDay(date, begin) && { 'data-autofocus': true })}
            >
              {date.day}
            </CalendarCell>
          )}
        </CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  )
}

const YearPicker = () => (
  <CalendarYearPicker visibleYears={24}>{(picker) => <Picker {...picker} />}</CalendarYearPicker>
)

const MonthPicker = () => (
  <CalendarMonthPicker format="short">{(picker) => <Picker {...picker} />}</CalendarMonthPicker>
)

interface PickerProps {
  'aria-label': string
  value: string | number
  onChange: (key: number) => void
  items: { id: number; formatted: string }[]
}

const Picker = ({ 'aria-label': label, value, onChange, items }: PickerProps) => (
  <Select
    label={label}
    hideLabel
    className={styles.picker}
    value={String(value)}
    options={items.map(({ id, formatted }) => ({ value: String(id), label: formatted }))}
    onChange={(event) => onChange(Number(event.target.value))}
  />
)
