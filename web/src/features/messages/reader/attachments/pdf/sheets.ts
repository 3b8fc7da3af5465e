/** What the pages of a document that are drawn know of each other. */
export function openSheets() {
  const pixels = new Map<number, number>()
  /** Pages whose drawing goes on, and how many pages had gone when it began. */
  const drawing = new Map<number, number>()
  /** The same, of pages that lack a picture others left no room for. */
  const lacking = new Map<number, number>()
  let gone = 0
  return {
    /** Of all canvases. */
    pixels: (): number => [...pixels.values()].reduce((total, one) => total + one, 0),
    begins: (page: number): void => {
      drawing.set(page, gone)
      lacking.delete(page)
    },
    takes: (page: number, count: number): void => {
      pixels.set(page, count)
    },
    ends: (page: number): void => {
      drawing.delete(page)
    },
    leaves: (page: number): void => {
      pixels.delete(page)
      drawing.delete(page)
      gone++
    },
    /** A picture found no room; which page's, the library does not say. */
    lacks: (): void => {
      for (const [page, since] of drawing) lacking.set(page, since)
    },
    /** Whether a page lacks something, and another one has given back its room since. */
    mayAskAgain: (page: number): boolean => {
      const since = lacking.get(page)
      return since !== undefined && since < gone && !drawing.has(page)
    },
  }
}

export type Sheets = ReturnType<typeof openSheets>
