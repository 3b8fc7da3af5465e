import { useEffect, useState, useSyncExternalStore } from 'react'
import { allTexts } from '../../../lib/all-texts.ts'

type Reader = typeof import('./reader-screen.tsx').ReaderScreen

let reader: Reader | null = null
let loading: Promise<void> | null = null
const waiting = new Set<() => void>()

/** The reader is a chunk of its own: loaded when the first page is idle, or when the first mail is opened. */
export function loadReader(): Promise<void> {
  loading ??= Promise.all([import('./reader-screen.tsx'), allTexts()]).then(
    ([{ ReaderScreen, prepareReader }]) => {
      reader = ReaderScreen
      prepareReader()
      for (const changed of waiting) changed()
    },
    (error: unknown) => {
      loading = null
      throw error
    },
  )
  return loading
}

/**
 * The reader once it is here. Not `React.lazy`: a suspended tree is shown again only after a pause of up
 * to 300 ms, which is five times what opening a mail may take.
 */
export function useReader(needed: boolean): Reader | null {
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    if (needed && !reader) loadReader().catch(setFailure)
  }, [needed])
  if (failure) throw failure
  return useSyncExternalStore(watch, () => reader)
}

function watch(changed: () => void): () => void {
  waiting.add(changed)
  return () => waiting.delete(changed)
}
