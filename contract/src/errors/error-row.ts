/** One row of the catalogue: HTTP status, number on the wire, and the sentence in both languages. */
export interface ErrorRow {
  status: number
  code: number
  zh: string
  en: string
}

/** Rows by the name of the trouble. */
export type ErrorRows = Readonly<Record<string, ErrorRow>>

/** A row of the catalogue. */
export const row = (
  status: number,
  code: number,
  texts: readonly [zh: string, en: string],
): ErrorRow => ({
  status,
  code,
  zh: texts[0],
  en: texts[1],
})
