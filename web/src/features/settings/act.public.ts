import { ApiError } from '../../lib/api.ts'
import { toast } from '../../ui/toast-store.ts'

/** Does something at once; when the server refuses, says why. @returns true when it worked */
export async function act(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown
    toast({ kind: 'error', text: thrown.message })
    return false
  }
}
