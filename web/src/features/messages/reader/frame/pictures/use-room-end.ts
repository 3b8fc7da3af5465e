import { type RefObject, useEffect } from 'react'
import type { PictureRoom } from './picture-room.ts'

/** Frees a mail's pictures when its frame goes. A frame that is only put away keeps them: it is shown again as it was. */
export function useRoomEnd(
  frame: RefObject<HTMLIFrameElement | null>,
  filled: RefObject<{ room: PictureRoom } | null>,
): void {
  useEffect(() => {
    const element = frame.current
    return () => {
      if (!element?.isConnected) filled.current?.room.end()
    }
  }, [frame, filled])
}
