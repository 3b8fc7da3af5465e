import { useState } from 'react'
import { ApiError } from '../../lib/api.ts'

export interface Save {
  saving: boolean
  /** Why the last try failed, in the language of the screen; stays until the next. */
  error: string | null
  /** @returns true when it worked */
  run(work: () => Promise<unknown>): Promise<boolean>
  clear(): void
}

/** One call at a time, with its error kept. Faults that are no answer of the server are thrown on. */
export function useSave(): Save {
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<string | null>(null)
  return {
    saving,
    error,
    clear: () => setError(null),
    run: async (work) => {
      setSaving(true)
      setError(null)
      try {
        await work()
        return true
      } catch (thrown) {
        if (!(thrown instanceof ApiError)) throw thrown
        setError(thrown.message)
        return false
      } finally {
        setSaving(false)
      }
    },
  }
}
