import { pageGroups } from './page-groups.ts'
import type { Answer, PageChunk } from './pdf-answer.ts'

/** The step's number in the library's list (its `OPS`). */
const constructPath = 91
/** Of one page: steps, and what they bring along (points of lines, letters). The fullest of honest maps has a tenth. */
const mostWork = 1_000_000
/** Of one line: it is drawn without a pause. */
const longestPath = 60_000

interface Page {
  work: number
  groups: ReturnType<typeof pageGroups>
}

/** Counts what the pages of a document are made of, and ends those that would never be drawn (T31, T34). */
export function boundedPages() {
  const pages = new Map<unknown, Page>()
  return {
    /** Whether something was left out of this part. */
    isShorter: ({ streamId, chunk }: Answer): boolean => {
      if (!chunk?.fnArray || !chunk.argsArray) return false
      const page = pages.get(streamId) ?? { work: 0, groups: pageGroups() }
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
    if (step === constructPath && weightOf(args) > longestPath) {
      chunk.argsArray[at] = [(args as unknown[])[0], [null], null]
      isShorter = true
    }
    if (page.groups.pass({ chunk, at })) isShorter = true
  }
  return isShorter
}

/** How much lies in lists, two levels deep: letters of a text, points of a line. */
function weightOf(args: unknown, level = 0): number {
  if (ArrayBuffer.isView(args)) return args.byteLength / 4
  if (!Array.isArray(args) || level > 1) return 0
  return args.reduce((sum: number, one: unknown) => sum + weightOf(one, level + 1), args.length)
}
