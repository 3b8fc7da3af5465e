import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLeavingWords } from '../../lib/leaving-words.ts'
import { LeavingQuestion } from '../../ui/use-leaving.tsx'
import { useUnsavedParts } from './unsaved-parts.ts'

interface DeskPage<Id> {
  current: Id
  /** @param then once the page is there */
  open: (id: Id, then?: () => void) => void
  /** Does what ends the page: at once, or when somebody who has typed something there agrees. */
  leaving: (go: () => void) => void
  /** For `UnsavedParts`. */
  report: (part: string, isUnsaved: boolean) => void
  question: ReactNode
}

/** Which page of the console is open, as its address says; the browser goes back to the one before. */
export function useDeskPage<Id extends string>(ids: readonly Id[], first: Id): DeskPage<Id> {
  const idNow = () => ids.find((id) => `#${id}` === location.hash) ?? first
  const [current, setCurrent] = useState(idNow)
  const [isUnsaved, report] = useUnsavedParts()
  const [asked, setAsked] = useState<{ go: () => void } | null>(null)
  const isAgreed = useRef(false)
  const words = useLeavingWords()
  const leaving = (go: () => void) => (isUnsaved ? setAsked({ go }) : go())
  const show = (id: Id) => {
    history.pushState(null, '', `#${id}`)
    setCurrent(id)
  }
  const open = (id: Id, then?: () => void) => {
    if (id === current) return then?.()
    leaving(() => {
      flushSync(() => show(id))
      then?.()
    })
  }
  useEffect(() => {
    const onMove = () => {
      const wanted = idNow()
      if (wanted === current) return
      if (isUnsaved && !isAgreed.current) {
        // The browser is there already: this page comes behind it until it is known.
        history.pushState(null, '', `#${current}`)
        setAsked({
          go: () => {
            isAgreed.current = true
            history.back()
          },
        })
        return
      }
      isAgreed.current = false
      setCurrent(wanted)
    }
    addEventListener('popstate', onMove)
    return () => removeEventListener('popstate', onMove)
  })
  const question = asked && (
    <LeavingQuestion
      words={words}
      onStay={() => setAsked(null)}
      onLeave={() => {
        flushSync(() => setAsked(null))
        asked.go()
      }}
    />
  )
  return { current, open, leaving, report, question }
}
