import { ApiError } from '../../lib/api.ts'
import { translate } from '../../lib/i18n.ts'
import { toast } from '../../ui/toast-store.ts'
import { whileChanging } from './message-sync.ts'

/** Runs a change that is already shown; when it is refused, takes it back and says why. */
export async function attempt<T>(
  ids: readonly number[],
  run: () => Promise<T>,
  takeBack?: () => void,
): Promise<T | null> {
  try {
    return await whileChanging(ids, run)
  } catch (error) {
    takeBack?.()
    tellTrouble(error)
    return null
  }
}

/** Says why a call was refused; an ended session speaks for itself. */
export function tellTrouble(error: unknown): void {
  if (error instanceof ApiError && error.kind === 'expired') return
  const text = error instanceof ApiError ? error.message : translate('common:error')
  toast({ kind: 'error', text })
}
