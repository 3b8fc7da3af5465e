import { useEffect } from 'react'
import { mayHaveKept } from '../../features/compose/kept-name.public.ts'
import { allTexts } from '../../lib/all-texts.ts'
import { onLineBack } from '../../lib/line.ts'
import { useUser } from '../../lib/me.ts'

/**
 * Texts that the composer kept on this device because the line was down go into the drafts: after
 * sign-in and whenever the line is back (COMPOSE). The composer's code is loaded for it, where there can be any.
 */
export function useBringBack(): void {
  const account = useUser()?.emailAddr
  useEffect(() => {
    if (!account) return
    const run = () => void bringBack(account)
    const timer = setTimeout(run, 5000)
    const stop = onLineBack(run)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [account])
}

async function bringBack(account: string): Promise<void> {
  try {
    if (!(await mayHaveKept())) return
    const [{ bringBackDrafts }] = await Promise.all([
      import('../../features/compose/compose.public.ts'),
      allTexts(),
    ])
    await bringBackDrafts(account)
  } catch {
    // The texts stay on this device; the next sign-in tries again.
  }
}
