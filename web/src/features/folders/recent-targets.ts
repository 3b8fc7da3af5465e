import { sessionStore } from '../../lib/session-store.ts'

/** More would only repeat the list of folders. */
const most = 3

/** Folders that mail was moved to lately, the last first. */
export const useRecentTargets = sessionStore<{ ids: readonly number[] }>(() => ({ ids: [] }))

export const rememberTarget = (id: number): void =>
  useRecentTargets.setState(({ ids }) => ({
    ids: [id, ...ids.filter((one) => one !== id)].slice(0, most),
  }))
