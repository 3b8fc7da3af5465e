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

export const { Part: CommandPalette, ahead: paletteAhead } = partAhead(
  () => import('../commands/command-palette.tsx'),
  'CommandPalette',
)

/** The start, and the reader after it, come first. In ms. */
const calm = 1_500

/**
 * What it takes to write, for who may, and to ask for a command, once the page has nothing else to do: the first time is as quick
 * as a later one.
 */
export function usePartsAhead(): void {
  const may = useMay()(writeNeeds)
  useEffect(() => {
    const toWrite = () => (may ? stripAhead().then(composerAhead) : Promise.resolve())
    // What does not come now comes when it is asked for.
    const load = () =>
      void toWrite()
        .then(paletteAhead)
        .catch(() => undefined)
    const timer = setTimeout(() => whenIdle(load), calm)
    return () => clearTimeout(timer)
  }, [may])
}
