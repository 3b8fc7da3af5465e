import { compose, type Sent } from '@hongyan/contract/compose'
import { useEffect, useRef } from 'react'
import { call } from '../../../lib/api.ts'
import { type ComposeContent, contentRequest } from '../draft/compose-content.ts'
import type { Composer } from '../screen/use-compose.ts'

interface LostAnswer {
  composer: Composer
  /** What was sent, as it is on the screen. */
  read: () => ComposeContent
  heard: (reply: Sent) => void
}

/**
 * The answer to a send was lost, and a save says that the mail left: what became of it is asked under the same key,
 * which answers the same mail and sends nothing. Without an answer the writer decides (ConflictBanner).
 */
export function useLostAnswer({ composer, read, heard }: LostAnswer): void {
  const { draft, keeper } = composer
  const hasLeft = draft.kind === 'conflict' && draft.reason === 'left'
  const latest = useRef({ read, heard })
  latest.current = { read, heard }
  useEffect(() => {
    if (!hasLeft || !keeper.mayHaveLeft) return
    const body = { ...contentRequest(latest.current.read()), sendKey: keeper.sendKey }
    call(compose.send, { body }).then(
      (reply) => {
        // Pressed again in the meantime, it has its answer; with a key in between it is another text, which stays.
        if (keeper.state.kind === 'conflict' && keeper.mayHaveLeft) latest.current.heard(reply)
      },
      () => undefined,
    )
  }, [hasLeft, keeper])
}
