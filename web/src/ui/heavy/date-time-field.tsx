import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { DateField, DateInput, DateSegment } from 'react-aria-components/DateField'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { IconButton } from '../icon-button.tsx'
import { iconCalendar, iconClose } from '../icons.ts'
import { Popover } from '../popover.tsx'
import field from '../text-field.module.css'
import type { DateTimeFieldProps } from '../time-format.ts'
import styles from './date-time-field.module.css'
import { DayCalendar } from './day-calendar.tsx'
import { countDaysIn, type Moment, momentOf, textOf } from './time-values.ts'
import { useHalfTime } from './use-half-time.ts'

/** Year first in both languages: 03/08 is read two ways in English. */
const locales = { zh: 'zh-CN', en: 'en-CA' } as const

/** What stands in ui/date-time-field.tsx, once this chunk is there. */
export function DateTimeField(props: DateTimeFieldProps) {
  const { label, format, days = false, error, hint, onLeave } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const { moment, change, hold } = useMoment(props)
  const { half, refused } = useHalfTime({
    box,
    moment,
    onHalf: hold,
    onWhole: change,
    onEmpty: () => change(null),
  })
  useState(() => countDaysIn(format.zone))
  const toFirst = () => box.current?.querySelector<HTMLElement>('[role=spinbutton]')?.focus()
  const { focusFirst } = props
  useEffect(() => {
    if (focusFirst) box.current?.querySelector<HTMLElement>('[role=spinbutton]')?.focus()
  }, [focusFirst])
  const trouble = error || (refused ? format.words.incomplete : '')
  const note = trouble || hint
  return (
    <I18nProvider locale={locales[format.language]}>
      <div className={field.field}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: as a click on any label */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard is at the field itself */}
        <span id={`${id}-label`} className={field.label} onClick={toFirst}>
          {label}
        </span>
        <div
          ref={box}
          className={[field.box, field.md, trouble && field.wrong].filter(Boolean).join(' ')}
          onKeyDownCapture={submitByEnter}
        >
          <DateField
            className={styles.field ?? ''}
            aria-labelledby={`${id}-label`}
            aria-describedby={note ? `${id}-note` : ''}
            value={moment}
            onChange={change}
            onBlur={() => half || onLeave?.(textOf(moment))}
            granularity={days ? 'day' : 'minute'}
            hourCycle={format.hour12 ? 12 : 24}
            shouldForceLeadingZeros
            isInvalid={Boolean(trouble)}
            validationBehavior="aria"
          >
            <DateInput className={styles.input ?? ''}>
              {(segment) => <DateSegment segment={segment} className={styles.segment ?? ''} />}
            </DateInput>
          </DateField>
          {moment !== null && !props.required && (
            <IconButton
              icon={iconClose}
              label={format.words.clear(label)}
              size="sm"
              onClick={() => {
                change(null)
                onLeave?.('')
                toFirst()
              }}
            />
          )}
          <Popover
            role="dialog"
            label={format.words.choose(label)}
            align="end"
            trigger={(trigger) => (
              <IconButton
                {...trigger}
                icon={iconCalendar}
                label={format.words.choose(label)}
                size="sm"
              />
            )}
          >
            {(close) => (
              <DayCalendar
                moment={moment}
                format={format}
                min={props.min ?? ''}
                label={label}
                daysOnly={days}
                onChoose={(day) => {
                  change(day)
                  onLeave?.(textOf(day))
                  close()
                }}
              />
            )}
          </Popover>
        </div>
        {note && (
          <p
            id={`${id}-note`}
            className={trouble ? field.error : field.hint}
            role={trouble ? 'alert' : undefined}
          >
            {note}
          </p>
        )}
      </div>
    </I18nProvider>
  )
}

/** What is on screen: the parent's value, or what is being typed and is no value of its own yet. */
function useMoment({ value, days = false, onChange }: DateTimeFieldProps) {
  const [shown, setShown] = useState({ value, moment: momentOf(value, days) })
  if (shown.value !== value) setShown({ value, moment: momentOf(value, days) })
  const change = (moment: Moment | null) => {
    const next = textOf(moment)
    setShown({ value: next, moment })
    onChange(next)
  }
  /** The field goes on from what it had, but the form has no value of it. */
  const hold = () => {
    setShown({ value: '', moment: shown.moment })
    onChange('')
  }
  return { moment: shown.moment, change, hold }
}

/** As in any field of a form; the segments are none of its inputs. */
function submitByEnter(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event
  if (event.key !== 'Enter' || !(target instanceof HTMLElement)) return
  if (target.role !== 'spinbutton') return
  event.preventDefault()
  target.closest('form')?.requestSubmit()
}
