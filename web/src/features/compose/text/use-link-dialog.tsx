import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { EditorFormat, EditorHandle } from '../../../editor/editor-api.ts'
import { LinkDialog } from './link-dialog.tsx'

interface LinkAsking {
  /** Asks for the link of what is selected. */
  askLink: () => void
  /** The dialog while it is open. */
  linkDialog: ReactNode
}

/** The link of a text: asked for in a dialog; afterwards the keys go into the text again. */
export function useLinkDialog(
  editor: RefObject<EditorHandle | null>,
  format: EditorFormat,
): LinkAsking {
  const [link, setLink] = useState<{ url: string; text: string } | null>(null)
  const asked = useRef(false)
  // Only when the dialog is gone: while it is open, everything behind it is inert and takes no focus.
  useEffect(() => {
    if (link === null && asked.current) editor.current?.focus('keep')
    asked.current = link !== null
  }, [link, editor])
  const close = () => setLink(null)
  const remove = () => {
    close()
    editor.current?.run({ do: 'unlink' })
  }
  return {
    askLink: () =>
      setLink({ url: format.link ?? '', text: editor.current?.getSelectedText() ?? '' }),
    linkDialog: link !== null && (
      <LinkDialog
        url={link.url}
        text={link.text}
        onClose={close}
        onApply={(url, text) => {
          close()
          editor.current?.run({ do: 'link', url, text })
        }}
        onRemove={link.url === '' ? null : remove}
      />
    ),
  }
}
