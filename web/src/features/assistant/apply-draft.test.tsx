// @vitest-environment happy-dom
import { act, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import type { EditorHandle } from '../../editor/editor-api.ts'
import type { Composer } from '../compose/screen/use-compose.ts'
import { useOpenedText } from '../compose/text/open-text.ts'
import { applyDraft } from './apply-draft.ts'

const insertHtml = vi.fn()
const handle = {
  getSelectedText: () => '',
  getNewText: () => '',
  getHtml: () => '',
  insertHtml,
} as unknown as EditorHandle

it('AI-04 a draft that is applied while the editor is on its way lands in the open mail, and no other is begun', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const editor = { current: null as EditorHandle | null }
  const composer = { editor, current: () => ({ subject: '' }), change: vi.fn() }
  let ready = (): void => undefined
  const Form = () => {
    const textIsOpen = useOpenedText(composer as unknown as Composer, {
      isActive: true,
      answers: null,
    })
    useEffect(() => {
      ready = textIsOpen
    })
    return null
  }
  const root = createRoot(document.body)
  act(() => root.render(<Form />))
  const navigate = vi.fn()
  const written = { text: 'See you on Friday.', subject: 'Friday' }
  expect(applyDraft(written, 'compose', navigate)).toBeNull()
  expect(navigate).not.toHaveBeenCalled()
  expect(insertHtml).not.toHaveBeenCalled()
  editor.current = handle
  ready()
  expect(insertHtml).toHaveBeenCalledOnce()
  expect(composer.change).toHaveBeenCalledWith({ subject: 'Friday' })
  act(() => root.unmount())
  expect(applyDraft(written, 'compose', navigate)).toBeNull()
  expect(navigate).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})
