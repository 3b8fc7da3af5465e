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
 * @returns `half`: that is so now; `refused`: somebody has tried to send it, or has left a day that there is not
 */
export function useHalfTime(plan: HalfTime): { half: boolean; refused: boolean } {
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
      const wasHalf = isHalf(before)
      before = shown
      setHalf(isHalf(shown))
      if (isHalf(shown)) onHalf()
      else if (wasHalf && shown === 'empty') onEmpty()
      else if (wasHalf && moment) onWhole(moment)
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
    return () => form.removeEventListener('submit', refuse, { capture: true })
  }, [half, box])
  useEffect(() => {
    const field = box.current
    if (!half || !field) return
    // Left so, the kit would make 28 February of the 31st without a word: it does not hear of it.
    const keep = (event: FocusEvent) => {
      const { target, relatedTarget } = event
      const parts: readonly (EventTarget | null)[] = partsOf(field)
      const leaves = event.type !== 'focus'
      // The window itself is not meant.
      if (!(target instanceof Element) || leaves !== parts.includes(target)) return
      if (leaves && parts.includes(relatedTarget)) return
      if (shownIn(field, latest.current.moment) !== 'impossible') return
      event.stopImmediatePropagation()
      setRefused(true)
    }
    for (const name of leaving) window.addEventListener(name, keep, { capture: true })
    return () => {
      for (const name of leaving) window.removeEventListener(name, keep, { capture: true })
      setRefused(false)
    }
  }, [half, box])
  return { half, refused }
}

/** How React and the kit learn that a field was left. */
const leaving = ['blur', 'focusout', 'focus'] as const

type Shown = 'empty' | 'incomplete' | 'impossible' | 'whole'

const isHalf = (shown: Shown): boolean => shown === 'incomplete' || shown === 'impossible'

function shownIn(field: HTMLElement, moment: Moment | null): Shown {
  const parts = partsOf(field)
  const blank = parts.filter(isBlank)
  if (blank.length === parts.length) return 'empty'
  if (blank.length > 0) return 'incomplete'
  if (moment === null) return 'impossible'
  return (['year', 'month', 'day'] as const).every((name) => {
    const part = parts.find(({ dataset }) => dataset.type === name)
    return Number(part?.getAttribute('aria-valuenow')) === moment[name]
  })
    ? 'whole'
    : 'impossible'
}

const partsOf = (field: HTMLElement | null): HTMLElement[] => [
  ...(field?.querySelectorAll<HTMLElement>('[role=spinbutton]') ?? []),
]
const isBlank = (part: HTMLElement): boolean => part.hasAttribute('data-placeholder')
