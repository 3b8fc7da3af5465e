import { openArchive } from './archive.ts'
import { docxToHtml } from './docx.ts'
import { pptxToHtml } from './pptx.ts'
import { xlsxToHtml } from './xlsx.ts'

export type DocumentKind = 'word' | 'excel' | 'slides'

export interface DocumentHtml {
  /** Text of strangers inside tags of ours: only for the sanitiser and the sandboxed frame. */
  html: string
  truncated: boolean
}

const readers = { word: docxToHtml, excel: xlsxToHtml, slides: pptxToHtml }

/** An office document as HTML; null when it is none. Runs in a thread that may be ended at any moment. */
export function readDocument(kind: DocumentKind, bytes: Buffer): DocumentHtml | null {
  const archive = openArchive(bytes)
  return archive && readers[kind](archive)
}
