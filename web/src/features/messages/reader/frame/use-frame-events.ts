import { type RefObject, useEffect } from 'react'
import { followDeeds } from '../../../../lib/last-deed.ts'
import type { LinkClick } from '../links/link-click.ts'

export interface FrameHandlers {
  onMailto: (href: string) => void
  /** Every link to the web: the caller decides how it is followed. */
  onLink: (link: LinkClick) => void
}

/** Clicks and keys inside the frame: the frame itself can run nothing, so the page listens. */
export function useFrameEvents(
  frame: RefObject<HTMLIFrameElement | null>,
  ready: boolean,
  { onMailto, onLink }: FrameHandlers,
): void {
  useEffect(() => {
    const page = frame.current?.contentDocument
    if (!ready || !page) return
    const onClick = (event: MouseEvent) => {
      const link = linkAt(event.target)
      const href = link?.getAttribute('href')
      // Telephone numbers are the browser's business; the other extra button is the menu's.
      if (!link || !href || /^tel:/i.test(href) || event.button > 1) return
      event.preventDefault()
      const text = (link.textContent ?? '').trim().slice(0, 300)
      if (href.startsWith('#')) page.getElementById(href.slice(1))?.scrollIntoView()
      else if (/^mailto:/i.test(href)) onMailto(href)
      else onLink({ href, text })
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      const copy = new KeyboardEvent('keydown', {
        key,
        ctrlKey,
        metaKey,
        altKey,
        shiftKey,
        cancelable: true,
      })
      if (!window.dispatchEvent(copy)) event.preventDefault()
    }
    followDeeds(page)
    page.addEventListener('click', onClick)
    page.addEventListener('auxclick', onClick)
    page.addEventListener('keydown', onKeyDown)
    return () => {
      page.removeEventListener('click', onClick)
      page.removeEventListener('auxclick', onClick)
      page.removeEventListener('keydown', onKeyDown)
    }
  }, [frame, ready, onMailto, onLink])
}

/** The frame has its own realm, so `instanceof Element` of ours would say no. */
function linkAt(target: EventTarget | null): Element | null {
  const node = target as Node | null
  const element = node?.nodeType === Node.ELEMENT_NODE ? (node as Element) : node?.parentElement
  return element?.closest('a[href], area[href]') ?? null
}
