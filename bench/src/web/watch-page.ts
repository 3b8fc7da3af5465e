declare global {
  interface Window {
    bench: {
      painted(): Promise<number>
      sinceSubmit(): Promise<number>
      rowsShown(): Promise<number>
      forgetText(): void
      sinceClick(): Promise<number>
      sinceRoute(path: string): Promise<number>
      sinceAssistant(): Promise<number>
    }
  }
}

/** Runs in the page before everything else: looks at each frame what is there; a task after it sees it painted. */
export function watchPage(): void {
  if (window.top !== window) return
  let submitted = 0
  let clicked = 0
  let rowsAt = 0
  let rowsAfterSubmit = 0
  let textAt = 0
  addEventListener(
    'submit',
    (event) => {
      submitted = event.timeStamp
    },
    true,
  )
  addEventListener(
    'pointerdown',
    (event) => {
      clicked = event.timeStamp
    },
    true,
  )
  const body = (): Element | null => {
    const frame = document.querySelector<HTMLIFrameElement>('article iframe')
    return frame
      ? (frame.contentDocument?.body?.firstElementChild ?? null)
      : document.querySelector('article div[dir=auto]')
  }
  const look = (): void => {
    requestAnimationFrame((now) => {
      const rows = document.querySelector('[role=grid] [role=row][data-id]') !== null
      const shown = body()
      const text =
        shown !== null &&
        !shown.hasAttribute('data-bench-old') &&
        (shown.parentElement?.textContent ?? '').trim() !== ''
      if (rows && rowsAt === 0)
        setTimeout(() => {
          rowsAt ||= performance.now()
        }, 0)
      if (rows && submitted > 0 && rowsAfterSubmit === 0)
        setTimeout(() => {
          rowsAfterSubmit ||= performance.now()
        }, 0)
      if (text && textAt === 0 && clicked > 0 && now > clicked)
        setTimeout(() => {
          textAt ||= performance.now()
        }, 0)
      look()
    })
  }
  look()
  const until = async (read: () => number): Promise<number> => {
    const began = performance.now()
    while (read() === 0) {
      if (performance.now() - began > 10_000) throw new Error('it does not come')
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    return read()
  }
  const firstPaint = (): number =>
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
  window.bench = {
    painted: () => until(firstPaint),
    sinceSubmit: async () => (await until(() => rowsAfterSubmit)) - submitted,
    rowsShown: () => until(() => rowsAt),
    forgetText: () => {
      body()?.setAttribute('data-bench-old', '')
      textAt = 0
      clicked = 0
    },
    sinceClick: async () => (await until(() => textAt)) - clicked,
    sinceAssistant: async () => {
      const began = performance.now()
      document.querySelector<HTMLElement>('header button[aria-pressed]')?.click()
      do await new Promise(requestAnimationFrame)
      while (document.querySelector('aside textarea') === null)
      await new Promise((resolve) => setTimeout(resolve, 0))
      return performance.now() - began
    },
    sinceRoute: async (path) => {
      const drawn = (): string => document.querySelector('main')?.innerText ?? ''
      const isWaiting = (): boolean =>
        [
          ...document.querySelectorAll('main :is([role=status][aria-label], [role=progressbar])'),
        ].some((one) => one.checkVisibility())
      const before = drawn()
      const began = performance.now()
      location.hash = path
      do await new Promise(requestAnimationFrame)
      while (drawn() === before || drawn() === '' || isWaiting())
      await new Promise((resolve) => setTimeout(resolve, 0))
      return performance.now() - began
    },
  }
}
