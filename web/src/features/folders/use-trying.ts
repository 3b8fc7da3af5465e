import { useCallback, useState } from 'react'

/** A call that may be refused: what was typed stays, the reason is shown beside it. */
export function useTrying() {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const attempt = useCallback(async (run: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    setError(null)
    try {
      await run()
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
