import { type RefObject, useEffect } from 'react'
import { useFolders } from '../../features/folders/folders.public.ts'
import { whenIdle } from '../../lib/idle.ts'
import { useSettings } from '../../lib/me.ts'
import { useLocation } from '../../lib/router/hooks.ts'

/** A list that has stood for so long is looked at. In ms. */
const calm = 1_000

/** Keeps the frame of the inbox for the next start (ADR 33). */
export function useKeptFrame(shell: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  const settings = useSettings()
  const { all } = useFolders()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the frame looks like
  useEffect(() => {
    if (pathname !== '/inbox') return
    const take = async () => {
      const { takeFrame } = await import('./take-frame.ts')
      if (shell.current) takeFrame(shell.current)
    }
    // What does not come is no loss: the next start is drawn by the libraries.
    const timer = setTimeout(() => whenIdle(() => void take().catch(() => undefined)), calm)
    return () => clearTimeout(timer)
  }, [shell, pathname, settings, all])
}
