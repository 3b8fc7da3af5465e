/**
 * What the composer and the editing frame say to each other. The frame is our own page of the same
 * origin (`/editor.html`), so these are plain calls; the composer's window never holds mail HTML.
 */
export interface EditorOptions {
  html: string
  /** Where a `cid:` picture of `html` can be loaded from, by Content-ID. */
  pictures: Record<string, string>
  label: string
  placeholder: string
  language: 'zh' | 'en'
  on: EditorEvents
}

export interface EditorEvents {
  /** Something changed; read it with `getHtml` when it is needed. */
  changed: () => void
  formatChanged: (format: EditorFormat) => void
  /** Content height in CSS pixels, so that the frame can grow with the text. */
  resized: (height: number) => void
  /** Files pasted or dropped into the text. */
  filesGiven: (files: File[]) => void
  /** A picture that was inside pasted text: shown already, to be uploaded and settled under `key`. */
  pictureFound: (key: string, file: File) => void
  /** A drag with files has come over the frame. */
  dragEntered: (onlyPictures: boolean) => void
  focused: () => void
  send: () => void
  leave: () => void
  /** Ctrl+K. */
  askLink: () => void
}

export interface EditorFormat {
  bold: boolean
  italic: boolean
  underline: boolean
  strike: boolean
  bullets: boolean
  numbers: boolean
  quote: boolean
  link: string | null
  /** CSS values at the cursor; empty when they are the default. */
  size: string
  font: string
  align: 'left' | 'center' | 'right' | ''
  canUndo: boolean
  canRedo: boolean
}

export type EditorCommand =
  | { do: 'bold' | 'italic' | 'underline' | 'strike' }
  | { do: 'bullets' | 'numbers' | 'indent' | 'outdent' | 'quote' | 'unquote' }
  | { do: 'clear' | 'undo' | 'redo' | 'unlink' }
  | { do: 'font' | 'size' | 'color' | 'highlight'; value: string | null }
  | { do: 'align'; value: 'left' | 'center' | 'right' }
  | { do: 'link'; url: string; text: string }
  | { do: 'text'; text: string }
  | { do: 'table'; rows: number; columns: number }

export interface EditorHandle {
  /** The user's part as it is sent: pictures as `cid:`, nothing of our own in it. */
  getHtml: () => string
  /** What is written, as text, without quoted passages: what the forgotten-attachment check reads. */
  getNewText: () => string
  getSelectedText: () => string
  setHtml: (html: string, pictures: Record<string, string>) => void
  /** Puts HTML of ours (a letter template) at the cursor, with its pictures; one step to undo. */
  insertHtml: (html: string, pictures: Record<string, string>) => void
  /** Changes the writer's own text, piece by piece between its tags; what is quoted stays. One step to undo. */
  replaceText: (change: (text: string) => string) => void
  /** Adds HTML of ours (a signature) behind the text, to be edited. */
  appendHtml: (html: string, pictures: Record<string, string>) => void
  /** Adds an original below the text, to be edited. */
  appendQuote: (html: string, pictures: Record<string, string>) => void
  run: (command: EditorCommand) => void
  /** Shows a picture at once and answers its key; it belongs to the mail when `settlePicture` named its Content-ID. */
  insertPicture: (blobUrl: string) => string
  settlePicture: (key: string, contentId: string | null) => void
  focus: (where: 'start' | 'keep') => void
  setEditable: (editable: boolean) => void
  destroy: () => void
}

export type MountEditor = (options: EditorOptions) => EditorHandle

declare global {
  interface Window {
    /** Set by the script of `editor.html`. */
    mountHongyanEditor?: MountEditor
  }
}
