import { useEffect, useRef } from 'react'
import { isBusy } from '../list/use-list-keys.ts'

/** Keys of the open mail, beside those of the list (`j k r a f s e u`). */
export function useReaderKeys(keys: Record<string, () => void>): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isBusy(event)) return
      const run = latest.current[event.key]
      if (!run) return
      event.preventDefault()
      run()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
