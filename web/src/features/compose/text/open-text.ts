import { textAlone } from '@hongyan/mime/html/plain-text'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { EditorHandle } from '../../../editor/editor-api.ts'
import { sessionStore } from '../../../lib/session-store.ts'
import { linesToHtml } from '../screen/open-compose.ts'
import type { Composer } from '../screen/use-compose.ts'

/** A text that was written for a mail; `subject` only fills an empty one. */
export interface WrittenText {
  text: string
  subject: string
}

/** Takes a text out again. @returns false when more was written since: that would go with it */
export type TakeBack = () => boolean

/** The composer on screen, for whoever writes into it. */
export interface OpenText {
  /** The message it answers; null for none. */
  answers: number | null
  /** The original below the text, as text. */
  original: () => string
  /** Puts a text at the cursor; nothing that is written goes away. @returns what takes it back, null while it cannot be */
  put: (written: WrittenText) => TakeBack | null
}

interface Kept {
  open: OpenText | null
  /** A text for the next composer that opens. */
  handed: WrittenText | null
}

const useKept = sessionStore<Kept>(() => ({ open: null, handed: null }))

export const useOpenText = (): OpenText | null => useKept(({ open }) => open)
export const openText = (): OpenText | null => useKept.getState().open

/** Keeps a text until a composer stands: it is put there as into one that was open. */
export const handText = (written: WrittenText): void => useKept.setState({ handed: written })

/** Lets others write into this composer while it is on screen. @returns to be called when its text can be written */
export function useOpenedText(
  composer: Composer,
  { isActive, answers }: { isActive: boolean; answers: number | null },
): () => void {
  const latest = useRef(composer)
  latest.current = composer
  useLayoutEffect(() => {
    if (!isActive) return
    const open: OpenText = {
      answers,
      original: () => textAlone(latest.current.current().quotedHtml),
      put: (written) => put(latest.current, written),
    }
    useKept.setState({ open })
    return () => {
      if (useKept.getState().open === open) useKept.setState({ open: null })
    }
  }, [isActive, answers])
  return () => {
    const { handed } = useKept.getState()
    if (handed === null) return
    useKept.setState({ handed: null })
    put(latest.current, handed)
  }
}

function put(composer: Composer, { text, subject }: WrittenText): TakeBack | null {
  const { current: editor } = composer.editor
  if (editor === null) return null
  // In place of a selection it would take away what is written.
  if (editor.getSelectedText() !== '') editor.focus('start')
  // What stands there begins in a line of its own.
  const end = editor.getNewText().trim() === '' ? '' : '\n'
  editor.insertHtml(linesToHtml(text + end), {})
  const before = composer.current().subject
  const fills = subject !== '' && before.trim() === ''
  if (fills) composer.change({ subject })
  const after = editor.getHtml()
  return () => {
    const { current: now } = composer.editor
    if (now?.getHtml() !== after) return false
    now.run({ do: 'undo' })
    if (fills && composer.current().subject === subject) composer.change({ subject: before })
    return true
  }
}

/** Puts a text in the place of what is selected; one step to undo. @returns what takes it back */
export function replaceSelected(editor: RefObject<EditorHandle | null>, text: string): TakeBack {
  if (text.includes('\n')) editor.current?.insertHtml(linesToHtml(text), {})
  else editor.current?.run({ do: 'text', text })
  const after = editor.current?.getHtml()
  return () => {
    if (editor.current?.getHtml() !== after) return false
    editor.current?.run({ do: 'undo' })
    return true
  }
}
