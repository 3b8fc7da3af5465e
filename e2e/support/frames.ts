import type { BrowserContext } from '@playwright/test'

/** What the browser kept in the moment in which words stood on the screen. */
export interface Moment {
  words: string
  /** The name of the login; null while nobody is signed in. */
  login: string | null
  isLocked: boolean
  hash: string
  /** Drawn before the libraries. */
  isEarly: boolean
  at: number
}

/**
 * Looks at each frame of every page of a browser, before it is drawn and after, whether one of the words can be read in it: in the
 * page, in frames inside it, in fields and in the title. @returns what was seen so far, and how many frames there were
 */
export async function watchFrames(context: BrowserContext, words: readonly string[]) {
  const seen: Moment[] = []
  const frames = { count: 0 }
  await context.exposeBinding('tellFrame', (_, moment: Moment) => void seen.push(moment))
  await context.exposeBinding('tellCount', (_, count: number) => {
    frames.count += count
  })
  await context.addInitScript(look, words)
  return { seen, frames }
}

interface Telling extends Window {
  tellFrame?: (moment: Moment) => void
  tellCount?: (count: number) => void
}

/** Runs in the page. */
function look(words: readonly string[]): void {
  if (window !== window.top) return
  const { tellFrame, tellCount }: Telling = window
  const isShown = (element: Element | null): boolean =>
    element?.checkVisibility({ visibilityProperty: true }) ?? false
  const shownText = (page: Document, word: string): Element | null => {
    if (!page.body?.textContent?.includes(word)) return null
    const nodes = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT)
    for (let node = nodes.nextNode(); node; node = nodes.nextNode())
      if (node.textContent?.includes(word) && isShown(node.parentElement)) return node.parentElement
    return null
  }
  const shownBy = (page: Document, word: string): Element | null => {
    const fields = page.querySelectorAll<HTMLInputElement>('input, textarea')
    const frames = page.querySelectorAll('iframe')
    return (
      shownText(page, word) ??
      [...fields].find((one) => one.value.includes(word) && isShown(one)) ??
      [...frames].find(
        (one) => isShown(one) && one.contentDocument && shownBy(one.contentDocument, word),
      ) ??
      null
    )
  }
  const tell = () => {
    for (const word of words) {
      const place = shownBy(document, word)
      if (!place && !document.title.includes(word)) continue
      const { hash } = location
      tellFrame?.({
        words: word,
        login: localStorage.getItem('accessToken') && localStorage.getItem('login'),
        isLocked: sessionStorage.getItem('lockScreen') !== null,
        hash,
        isEarly: (place?.closest('.first-screen') ?? null) !== null,
        at: Date.now(),
      })
    }
  }
  let untold = 0
  const next = () =>
    requestAnimationFrame(() => {
      if (++untold === 20) {
        tellCount?.(untold)
        untold = 0
      }
      tell()
      // Painted by now.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = tell
      port2.postMessage(null)
      next()
    })
  next()
}
