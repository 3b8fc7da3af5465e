import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { toast } from '../../ui/toast-store.ts'
import { confirmCode } from './ask.ts'

/** A change that is said when it is done, or why it was not. @param done what is said instead of that it is saved */
export function useSaving(done?: string) {
  const { t } = useTranslation('console')
  const queries = useQueryClient()
  const [error, setError] = useState<string | null>(null)
  /** @returns whether it was done */
  const attempt = async (work: () => Promise<unknown>, said = done): Promise<boolean> => {
    setError(null)
    try {
      await work()
      await queries.invalidateQueries()
      toast({ kind: 'success', text: said ?? t('saved') })
      return true
    } catch (thrown) {
      // Whoever closed the question for the password knows why nothing was done.
      const closed = thrown instanceof ApiError && thrown.code === confirmCode
      if (!closed) setError((thrown as Error).message)
      return false
    }
  }
  const save = (work: () => Promise<unknown>, said?: string) => void attempt(work, said)
  return { error, save, attempt, forget: () => setError(null) }
}
