import { openArchive } from './archive.ts'
import { docxToHtml } from './docx.ts'
import { pptxToHtml } from './pptx.ts'
import { readTable, readTextFile, type TableFile, type TextFile } from './text-files.ts'
import { xlsxToHtml } from './xlsx.ts'

/** What becomes of a file of each kind. */
export interface ReadFiles {
  word: DocumentHtml
  excel: DocumentHtml
  slides: DocumentHtml
  text: TextFile
  table: TableFile
}

export type DocumentKind = keyof ReadFiles

export interface DocumentHtml {
  /** Text of strangers inside tags of ours: only for the sanitiser and the sandboxed frame. */
  html: string
  truncated: boolean
}

const office =
  (toHtml: (archive: NonNullable<ReturnType<typeof openArchive>>) => DocumentHtml | null) =>
  (bytes: Buffer): DocumentHtml | null => {
    const archive = openArchive(bytes)
    return archive && toHtml(archive)
  }

const readers: { [Kind in DocumentKind]: (bytes: Buffer) => ReadFiles[Kind] | null } = {
  word: office(docxToHtml),
  excel: office(xlsxToHtml),
  slides: office(pptxToHtml),
  text: readTextFile,
  table: readTable,
}

/** A file as what is shown of it; null when it is none of that kind. Runs in a thread that may be ended at any moment. */
export const readDocument = <Kind extends DocumentKind>(
  kind: Kind,
  bytes: Buffer,
): ReadFiles[Kind] | null => readers[kind](bytes)
