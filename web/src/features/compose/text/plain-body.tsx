import { asPre, textAlone } from '@hongyan/mime/html/plain-text'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import type { EditorCommand, EditorEvents, EditorHandle } from '../../../editor/editor-api.ts'
import { isComposing } from '../../../lib/composing.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import styles from '../screen/compose.module.css'

interface PlainBodyProps {
  editor: RefObject<EditorHandle | null>
  /** The text as it is when this field appears. */
  html: () => string
  on: Pick<EditorEvents, 'changed' | 'send' | 'leave' | 'filesGiven' | 'focused'>
  onReady: () => void
}

/** The text of a mail that is text alone: what is seen here is what leaves. */
export function PlainBody({ editor, html, on, onReady }: PlainBodyProps) {
  const { t } = useTranslation('compose')
  const field = useRef<HTMLTextAreaElement>(null)
  const first = useRef({ html, onReady })
  useEffect(() => {
    const area = field.current
    if (area === null) return
    area.value = textAlone(first.current.html())
    editor.current = plainHandle(area)
    first.current.onReady()
    return () => {
      editor.current = null
    }
  }, [editor])
  const pressed = (event: KeyboardEvent): void => {
    if (isComposing(event)) return
    const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (!isSend && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (isSend) on.send()
    else on.leave()
  }
  return (
    <textarea
      ref={field}
      className={styles.plain}
      aria-label={t('body')}
      placeholder={t('placeholder')}
      onInput={on.changed}
      onFocus={on.focused}
      onKeyDown={pressed}
      onPaste={(event) => {
        const files = Array.from(event.clipboardData.files)
        if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return
        event.preventDefault()
        on.filesGiven(files)
      }}
    />
  )
}

/** The field speaks as the editing frame does. */
function plainHandle(area: HTMLTextAreaElement): EditorHandle {
  const changed = () => area.dispatchEvent(new Event('input', { bubbles: true }))
  const append = (html: string): void => {
    area.value = `${area.value.trimEnd()}\n\n${textAlone(html)}`
    changed()
  }
  return {
    getHtml: () => (area.value === '' ? '' : asPre(area.value)),
    getNewText: () => area.value.replace(/^>.*$/gm, ''),
    getSelectedText: () => area.value.slice(area.selectionStart, area.selectionEnd),
    setHtml(html) {
      area.value = textAlone(html)
    },
    insertHtml(html) {
      area.focus()
      document.execCommand('insertText', false, textAlone(html))
    },
    replaceText(change) {
      // Line by line, what is quoted stays; the cursor with it.
      const { selectionStart } = area
      const next = area.value.replace(/^(?!>).*$/gm, change)
      if (next === area.value) return
      area.value = next
      area.setSelectionRange(selectionStart, selectionStart)
      changed()
    },
    appendHtml: append,
    appendQuote: append,
    run(command) {
      area.focus()
      runPlain(command)
    },
    insertPicture: () => '',
    settlePicture: () => undefined,
    focus(where) {
      area.focus()
      if (where === 'start') area.setSelectionRange(0, 0)
    },
    setEditable(editable) {
      area.readOnly = !editable
    },
    destroy: () => undefined,
  }
}

/** By the browser's own command, so that its undo knows of it. */
function runPlain(command: EditorCommand): void {
  if (command.do === 'text') document.execCommand('insertText', false, command.text)
  if (command.do === 'undo' || command.do === 'redo') document.execCommand(command.do)
}
