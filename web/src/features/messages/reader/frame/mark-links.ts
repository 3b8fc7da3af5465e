import { hostOf, isInternational, linkMisleads } from '@hongyan/mime/html/link-text'
import type { Sight } from './hidden-text.ts'
import { markMaker } from './our-marks.ts'

/** Characters of a link's text that are compared with where it leads. */
const mostText = 2_000

/**
 * Marks links that say one site and lead to another (T29), and shows hosts with foreign letters as
 * browsers write them. Works on the nodes in the frame: no text is parsed again. In slices: each step is one link.
 */
export function* markLinks(
  body: HTMLElement,
  sight: Pick<Sight, 'seenText'>,
  warning: (host: string) => string,
): Generator<undefined, void> {
  // All is looked at before anything is changed: the page is laid out once.
  const changes: (() => void)[] = []
  const markOf = markMaker(body.ownerDocument, looks)
  for (const link of body.querySelectorAll('a[href]:not([data-misleads])')) {
    yield
    const href = link.getAttribute('href') ?? ''
    const text = sight.seenText(link, mostText)
    const host = hostOf(href)
    if (!host) continue
    const misleads = linkMisleads(text, href)
    changes.push(() => link.setAttribute('title', misleads ? warning(host) : shortened(href)))
    if (!misleads && !(isInternational(host) && !text.includes('xn--'))) continue
    changes.push(() => {
      link.setAttribute('data-misleads', host)
      link.after(markOf(` ⚠ ${host}`))
    })
  }
  for (const change of changes) change()
}

const looks = {
  color: '#8a5300',
  font: '12px system-ui',
  background: '#fff5e2',
  'border-radius': '3px',
  padding: '0 4px',
  'margin-left': '4px',
  'unicode-bidi': 'isolate',
}

const shortened = (href: string): string => (href.length > 200 ? `${href.slice(0, 200)}…` : href)
