import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'
import type { EditorHandle } from '../../../editor/editor-api.ts'

interface KeptFocusInput {
  isActive: boolean
  screen: RefObject<HTMLElement | null>
  editor: RefObject<EditorHandle | null>
}

/** When this view comes back on screen, the cursor is where it was. */
export function useKeptFocus({ isActive, screen, editor }: KeptFocusInput) {
  const last = useRef<HTMLElement | 'text' | null>(null)
  useEffect(() => {
    if (!isActive || last.current === null) return
    if (last.current === 'text') editor.current?.focus('keep')
    else if (last.current.isConnected) last.current.focus()
    else screen.current?.querySelector<HTMLElement>('input')?.focus()
  }, [isActive, screen, editor])
  return {
    onFocus(event: FocusEvent) {
      if (event.target instanceof HTMLElement) last.current = event.target
    },
    inText() {
      last.current = 'text'
    },
  }
}
