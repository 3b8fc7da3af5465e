import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { composePath, isBusy } from '../features/messages/messages.public.ts'

/** After `g`, the next key within this time says where to go. */
const chordTime = 1500
/** No `g` was pressed: a page that has just been loaded is not in the middle of a chord. */
const never = Number.NEGATIVE_INFINITY
const places: Record<string, string> = {
  i: '/inbox',
  s: '/outbox',
  d: '/draftbox',
  t: '/recyclebin',
}

/** Keys that work everywhere inside: compose, search, help, and `g` with a second key. */
export function useGlobalKeys(showHelp: () => void): void {
  const navigate = useNavigate()
  const chord = useRef(never)
  const help = useRef(showHelp)
  useEffect(() => {
    help.current = showHelp
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isBusy(event)) return
      const inChord = event.timeStamp - chord.current < chordTime
      chord.current = never
      const place = places[event.key]
      if (inChord && place) {
        event.preventDefault()
        event.stopImmediatePropagation()
        return void navigate(place)
      }
      const actions: Record<string, () => void> = {
        g: () => {
          chord.current = event.timeStamp
        },
        c: () => void navigate(composePath('new')),
        '/': () => document.getElementById('search')?.focus(),
        '?': () => help.current(),
      }
      const run = actions[event.key]
      if (!run) return
      event.preventDefault()
      run()
    }
    // Before the keys of the screen: in `g s` the `s` is no star.
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [navigate])
}
