import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/**
 * False for the one rendering that takes over what the page's own HTML shows, and so must say the same: nothing that only a
 * browser or a server knows. What is drawn for the first time by a script begins with true.
 */
export const useDrawn = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
