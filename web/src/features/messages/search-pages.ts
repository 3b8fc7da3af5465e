import type { MessagePage } from '@hongyan/contract/messages'

interface Reading<Page> {
  pageSize: number
  /** One answer of the server; `sortValues` is the place to read on from, undefined the place the page begins at. */
  ask: (sortValues: string | undefined, pageSize: number) => Promise<Page>
  /** What was found until now, while the rest is looked for. */
  show: (found: Page) => void
}

/**
 * A page of a search answers within a set time, with the hits found so far or none. What there is is shown, and the search
 * goes on from there until the page is full or all mail was looked at.
 */
export async function wholePage<Page extends MessagePage>({
  pageSize,
  ask,
  show,
}: Reading<Page>): Promise<Page> {
  let page = await ask(undefined, pageSize)
  let shown = 0
  while (page.readTo && page.list.length < pageSize) {
    if (page.list.length > shown) {
      shown = page.list.length
      // Nobody turns to the next page before it is known where that begins.
      show({ ...page, hasMore: false, readTo: null })
    }
    const more = await ask(page.readTo, pageSize - page.list.length)
    page = { ...more, list: [...page.list, ...more.list] }
  }
  return page
}
