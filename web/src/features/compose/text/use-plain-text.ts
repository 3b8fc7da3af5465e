import { asPre, textAlone } from '@hongyan/mime/html/plain-text'
import { useRef, useState } from 'react'
import { linesToHtml } from '../screen/open-compose.ts'
import type { Composer } from '../screen/use-compose.ts'

export interface PlainText {
  /** Asks first when something would be lost, and otherwise does it at once. */
  toggle: () => void
  /** The question is open. */
  asks: boolean
  answer: (yes: boolean) => void
  /** It was switched here and the formatted text is still known. */
  canUndo: boolean
}

/** Switches between formatted text and text alone. The formatted text is kept until the composer closes. */
export function usePlainText(composer: Composer): PlainText {
  const [asks, setAsks] = useState(false)
  const before = useRef<{ html: string; text: string } | null>(null)
  const { editor, fields } = composer

  const toText = () => {
    const html = editor.current?.getHtml() ?? ''
    const text = textAlone(html)
    before.current = { html, text }
    composer.switchText({ html: text === '' ? '' : asPre(text), plainText: true })
  }
  const toRich = () => {
    const text = textAlone(editor.current?.getHtml() ?? '')
    const known = before.current
    // What was typed meanwhile counts more than how it looked before.
    const html = known?.text === text ? known.html : text === '' ? '' : linesToHtml(text)
    before.current = null
    composer.switchText({ html, plainText: false })
  }

  return {
    asks,
    canUndo: fields.plainText && before.current !== null,
    toggle() {
      if (fields.plainText) toRich()
      else if (losesSomething(editor.current?.getHtml() ?? '', fields.quotedHtml)) setAsks(true)
      else toText()
    },
    answer(yes) {
      setAsks(false)
      if (yes) toText()
    },
  }
}

/** Anything but lines of text. */
const losesSomething = (html: string, quotedHtml: string): boolean =>
  quotedHtml !== '' || /<(?!\/?(?:div|br|p)\b)[a-z]|style=/i.test(html)
