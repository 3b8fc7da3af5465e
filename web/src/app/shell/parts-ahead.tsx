import { useEffect } from 'react'
import { composerAhead } from '../../features/compose/tags/tags.public.ts'
import { writeNeeds } from '../../features/messages/messages.public.ts'
import { partAhead } from '../../lib/lazy-part.tsx'
import { useMay } from '../../lib/me.ts'
import { whenStill } from '../../lib/still.ts'
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
const calm = 5_000

/**
 * What it takes to write, for who may, and to ask for a command, one after the other while nobody is at work: the first time is as
 * quick as a later one.
 */
export function usePartsAhead(): void {
  const may = useMay()(writeNeeds)
  useEffect(() => {
    const parts = may ? [stripAhead, composerAhead, paletteAhead] : [paletteAhead]
    let takeBack = () => clearTimeout(timer)
    const next = () => {
      const ahead = parts.shift()
      if (ahead)
        takeBack = whenStill(() => {
          // What does not come now comes when it is asked for.
          void ahead().then(next, () => undefined)
        })
    }
    const timer = setTimeout(next, calm)
    return () => {
      parts.length = 0
      takeBack()
    }
  }, [may])
}
