import type { Answer, PageChunk } from './pdf-answer.ts'

/** Steps by the library's own numbers (its `OPS`): with the list would come all of its page's side. */
const steps = { save: 10, restore: 11, beginGroup: 76, endGroup: 77, constructPath: 91 }
/** Of one page: steps, and what they bring along (points of lines, letters). The fullest of honest maps has a tenth. */
const mostWork = 1_000_000
/** Of one line: it is drawn without a pause. */
const longestPath = 60_000
/** Groups have a canvas of the page's size each: so many in each other, and so many of a page. */
const deepest = 12
const mostGroups = 300

interface Page {
  work: number
  groups: number
  /** Those that are begun, and which of them have a canvas. */
  open: boolean[]
}

/** Counts what the pages of a document are made of, and ends those that would never be drawn (T31, T34). */
export function boundedPages() {
  const pages = new Map<unknown, Page>()
  return {
    /** Whether something was left out of this part. */
    isShorter: ({ streamId, chunk }: Answer): boolean => {
      if (!chunk?.fnArray || !chunk.argsArray) return false
      const page = pages.get(streamId) ?? { work: 0, groups: 0, open: [] }
      pages.set(streamId, page)
      return shorten(chunk as Required<PageChunk>, page)
    },
  }
}

function shorten(chunk: Required<PageChunk>, page: Page): boolean {
  let isShorter = false
  for (const [at, step] of chunk.fnArray.entries()) {
    const args = chunk.argsArray[at]
    page.work += 1 + weightOf(args)
    if (page.work > mostWork) {
      chunk.fnArray.length = at
      chunk.argsArray.length = at
      chunk.length = at
      return true
    }
    if (step === steps.constructPath && weightOf(args) > longestPath) {
      chunk.argsArray[at] = [(args as unknown[])[0], [null], null]
      isShorter = true
    }
    if (step === steps.beginGroup && !beginsGroup(page, args)) {
      replace(chunk, at, steps.save)
      isShorter = true
    }
    if (step === steps.endGroup && page.open.pop() === false) replace(chunk, at, steps.restore)
  }
  return isShorter
}

/** Whether it has a canvas. */
function beginsGroup(page: Page, args: unknown): boolean {
  const isDrawn = page.open.length < deepest && ++page.groups <= mostGroups
  page.open.push(isDrawn)
  // In a group that knocks out each line and letter has a canvas of its own.
  if (isDrawn && Array.isArray(args)) Object.assign(args[0] ?? {}, { knockout: false })
  return isDrawn
}

function replace(chunk: Required<PageChunk>, at: number, step: number): void {
  chunk.fnArray[at] = step
  chunk.argsArray[at] = null
}

/** How much lies in lists, two levels deep: letters of a text, points of a line. */
function weightOf(args: unknown, level = 0): number {
  if (ArrayBuffer.isView(args)) return args.byteLength / 4
  if (!Array.isArray(args) || level > 1) return 0
  return args.reduce((sum: number, one: unknown) => sum + weightOf(one, level + 1), args.length)
}
