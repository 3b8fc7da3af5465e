import { inSlices } from '../../../../lib/in-slices.ts'
import { revealCovered } from './covered-text.ts'
import { type RevealOptions, sightOf } from './hidden-text.ts'
import { markLinks } from './mark-links.ts'

/** Pictures that come one after the other are waited for, in ms. */
const settle = 200

interface Looking extends RevealOptions {
  warning: (host: string) => string
  /** So many more hidden texts were found. */
  onFound?: (count: number) => void
}

/**
 * Looks at a mail that stands in its frame: where its links lead, and what lies under something else. In slices, since
 * there may be thousands, and the page is asked about each. Returns what stops it.
 */
export function lookAtMail(page: Document, { warning, onFound, ...reveal }: Looking): () => void {
  const { body } = page
  function* covered(): Generator<undefined> {
    const count = yield* revealCovered(body, reveal)
    if (count > 0) onFound?.(count)
  }
  function* all(): Generator<undefined> {
    yield* markLinks(body, sightOf(body), warning)
    yield* covered()
  }
  let stop = inSlices(all())
  let timer: ReturnType<typeof setTimeout> | undefined
  // What lies in a folded quote is drawn when it is opened.
  const again = (): void => {
    stop()
    stop = inSlices(all())
  }
  // A picture has its size when it is here, and may then lie over a text.
  const onLoad = (): void => {
    clearTimeout(timer)
    timer = setTimeout(again, settle)
  }
  page.addEventListener('load', onLoad, { capture: true })
  page.addEventListener('toggle', again, { capture: true })
  return () => {
    stop()
    clearTimeout(timer)
    page.removeEventListener('load', onLoad, { capture: true })
    page.removeEventListener('toggle', again, { capture: true })
  }
}
