import { useEffect } from 'react'
import { composerAhead } from '../../features/compose/tags/tags.public.ts'
import { writeNeeds } from '../../features/messages/messages.public.ts'
import { whenIdle } from '../../lib/idle.ts'
import { partAhead } from '../../lib/lazy-part.tsx'
import { useMay } from '../../lib/me.ts'
import styles from './shell.module.css'

/** The mail and every mail that is being written, as tabs. */
export const { Part: TagStrip, ahead: stripAhead } = partAhead(
  () => import('../tags/tag-strip.tsx'),
  'TagStrip',
  { waiting: () => <div className={styles.strip} /> },
)

/** The start, and the reader after it, come first. In ms. */
const calm = 1_500

/** What it takes to write, for who may, once the page has nothing else to do: a first mail opens like a later one. */
export function useWritingAhead(): void {
  const may = useMay()(writeNeeds)
  useEffect(() => {
    if (!may) return
    // What does not come now comes when it is asked for.
    const load = () =>
      void stripAhead()
        .then(composerAhead)
        .catch(() => undefined)
    const timer = setTimeout(() => whenIdle(load), calm)
    return () => clearTimeout(timer)
  }, [may])
}
