import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { toast } from '../../ui/toast-store.ts'

/** A change that is said when it is done, or why it was not. */
export function useSaving() {
  const { t } = useTranslation('console')
  const queries = useQueryClient()
  const [error, setError] = useState<string | null>(null)
  const save = (work: () => Promise<unknown>) => {
    setError(null)
    void work().then(
      async () => {
        await queries.invalidateQueries()
        toast({ kind: 'success', text: t('saved') })
      },
      (thrown: Error) => setError(thrown.message),
    )
  }
  return { error, save }
}
