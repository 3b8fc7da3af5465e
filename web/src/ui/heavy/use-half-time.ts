import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Moment } from './time-values.ts'

interface HalfTime {
  box: RefObject<HTMLElement | null>
  moment: Moment | null
  /** What is shown has become no time at all, is one again, or is empty. */
  onHalf: () => void
  onWhole: (moment: Moment) => void
  onEmpty: () => void
}

/**
 * A field whose parts are incomplete, or a day that no month has, keeps its last value and says nothing: that value is not
 * what stands there. It is told here, and its form is not sent with it.
 * @returns whether somebody has tried to
 */
export function useHalfTime(plan: HalfTime): boolean {
  const { box } = plan
  const latest = useRef(plan)
  const [half, setHalf] = useState(false)
  const [refused, setRefused] = useState(false)
  useLayoutEffect(() => {
    latest.current = plan
  })
  useEffect(() => {
    const field = box.current
    if (!field) return
    let before: Shown = 'whole'
    const look = () => {
      const { moment, onHalf, onWhole, onEmpty } = latest.current
      const shown = shownIn(field, moment)
      if (shown === before) return
      const was = before
      before = shown
      setHalf(shown === 'half')
      if (shown === 'half') onHalf()
      else if (was === 'half' && shown === 'empty') onEmpty()
      else if (was === 'half' && moment) onWhole(moment)
    }
    const observer = new MutationObserver(look)
    const attributeFilter = ['data-placeholder', 'aria-valuenow']
    observer.observe(field, { subtree: true, childList: true, attributes: true, attributeFilter })
    return () => observer.disconnect()
  }, [box])
  useEffect(() => {
    const form = box.current?.closest('form')
    if (!half || !form) return
    const refuse = (event: SubmitEvent) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      setRefused(true)
      const parts = partsOf(box.current)
      const first = parts.find(isBlank) ?? parts[0]
      first?.focus()
    }
    form.addEventListener('submit', refuse, { capture: true })
    return () => {
      form.removeEventListener('submit', refuse, { capture: true })
      setRefused(false)
    }
  }, [half, box])
  return refused
}

type Shown = 'empty' | 'half' | 'whole'

function shownIn(field: HTMLElement, moment: Moment | null): Shown {
  const parts = partsOf(field)
  const blank = parts.filter(isBlank)
  if (blank.length === parts.length) return 'empty'
  if (blank.length > 0 || moment === null) return 'half'
  return (['year', 'month', 'day'] as const).every((name) => {
    const part = parts.find(({ dataset }) => dataset.type === name)
    return Number(part?.getAttribute('aria-valuenow')) === moment[name]
  })
    ? 'whole'
    : 'half'
}

const partsOf = (field: HTMLElement | null): HTMLElement[] => [
  ...(field?.querySelectorAll<HTMLElement>('[role=spinbutton]') ?? []),
]
const isBlank = (part: HTMLElement): boolean => part.hasAttribute('data-placeholder')
