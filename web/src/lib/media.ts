import { useCallback, useSyncExternalStore } from 'react'

/** True while the media query holds. */
export function useMedia(query: string): boolean {
  // The same function each time: another one would subscribe anew at every rendering.
  const watch = useCallback(
    (changed: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(watch, () => window.matchMedia(query).matches)
}
