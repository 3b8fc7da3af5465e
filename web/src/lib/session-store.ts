import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { onSessionEnd } from './session-end.ts'

/**
 * A store that is as new when the session ends. Every store of a feature is made by it. One that knows whose it is may
 * outlive an expiry, after which most likely the same person goes on.
 */
export function sessionStore<T extends object>(
  fresh: () => T,
  { outlives }: { outlives?: 'expired' } = {},
): UseBoundStore<StoreApi<T>> {
  const store = create<T>(fresh)
  onSessionEnd((end) => {
    if (end !== outlives) store.setState(fresh(), true)
  })
  return store
}
