import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { toast } from '../../ui/toast-store.ts'

/** A change that is said when it is done, or why it was not. */
export function useSaving() {
  const { t } = useTranslation('console')
  const queries = useQueryClient()
  const [error, setError] = useState<string | null>(null)
  /** @returns whether it was done */
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    setError(null)
    try {
      await work()
      await queries.invalidateQueries()
      toast({ kind: 'success', text: t('saved') })
      return true
    } catch (thrown) {
      setError((thrown as Error).message)
      return false
    }
  }
  const save = (work: () => Promise<unknown>) => void attempt(work)
  return { error, save, attempt }
}
