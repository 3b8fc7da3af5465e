import { useCallback, useState } from 'react'

export interface Attempt {
  busy: boolean
  /** Why the last try failed, in the language of the screen; stays until the next. */
  error: string | null
  /** @returns true when it worked */
  attempt: (work: () => Promise<unknown>) => Promise<boolean>
  setError: (error: string | null) => void
}

/** A call that may be refused: what was typed stays, the reason is shown beside it. */
export function useAttempt(): Attempt {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const attempt = useCallback(async (work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    setError(null)
    try {
      await work()
      return true
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : String(thrown))
      return false
    } finally {
      setBusy(false)
    }
  }, [])
  return { busy, error, attempt, setError }
}
