import type { EditorFormat } from '../../../editor/editor-api.ts'

/** Of an editor that has said nothing yet. */
export const noFormat: EditorFormat = {
  bold: false,
  italic: false,
  underline: false,
  strike: false,
  bullets: false,
  numbers: false,
  quote: false,
  link: null,
  font: '',
  size: '',
  align: '',
  canUndo: false,
  canRedo: false,
}
