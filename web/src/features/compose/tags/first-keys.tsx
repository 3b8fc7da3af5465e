import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'

/** Gives the keys typed so far to the field that begins, once it is there. Asked again it does nothing. */
export type TakeFirstKeys = (begin: (typed: string) => void) => void

/**
 * While a composer is on its way its keys have nowhere to go: they ran shortcuts of the page, which opened other mails
 * and sent this one. Until its first field is ready they are gathered here, input methods included.
 */
export function useFirstKeys(isActive: boolean): { field: React.ReactNode; take: TakeFirstKeys } {
  const { t } = useTranslation('shell')
  const [isDone, setDone] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const done = useRef(false)
  const composing = useRef(false)
  const begin = useRef<((typed: string) => void) | null>(null)
  useLayoutEffect(() => {
    if (isActive && !done.current) area.current?.focus({ preventScroll: true })
  }, [isActive])
  const hand = () => {
    if (done.current || composing.current || begin.current === null) return
    done.current = true
    giveTo(area, begin.current)
    setDone(true)
  }
  const [take] = useState(() => (next: (typed: string) => void) => {
    begin.current = next
    hand()
  })
  const field = isDone ? null : (
    <textarea
      ref={area}
      className="visually-hidden"
      aria-label={t('compose')}
      tabIndex={-1}
      onKeyDown={keepFromSending}
      onCompositionStart={() => {
        composing.current = true
      }}
      onCompositionEnd={() => {
        composing.current = false
        // The text of the input method is in the field only after this event.
        setTimeout(hand)
      }}
    />
  )
  return { field, take }
}

/** Nobody sends what is not on the screen yet. */
function keepFromSending(event: KeyboardEvent): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault()
    event.stopPropagation()
  }
}

/** Whoever went on elsewhere by then stays there; what was typed is not lost either way. */
function giveTo(area: RefObject<HTMLTextAreaElement | null>, begin: (typed: string) => void): void {
  const { activeElement } = document
  const isHere = activeElement === area.current || activeElement === document.body
  const typed = area.current?.value ?? ''
  if (!isHere && typed === '') return
  begin(typed)
  if (!isHere && activeElement instanceof HTMLElement) activeElement.focus()
}
