import { hostOf, isInternational, linkMisleads } from '@hongyan/mime/html/link-text'

/**
 * Marks links that say one site and lead to another (T29), and shows hosts with foreign letters as
 * browsers write them. Works on the nodes in the frame: no text is parsed again.
 */
export function markLinks(body: HTMLElement, warning: (host: string) => string): void {
  for (const link of body.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? ''
    const host = hostOf(href)
    if (!host) continue
    const misleads = linkMisleads(link.textContent ?? '', href)
    link.setAttribute('title', misleads ? warning(host) : shortened(href))
    if (!misleads && !(isInternational(host) && !(link.textContent ?? '').includes('xn--')))
      continue
    link.setAttribute('data-misleads', host)
    const mark = body.ownerDocument.createElement('span')
    mark.textContent = ` ⚠ ${host}`
    mark.style.cssText =
      'all:initial;color:#8a5300;font:12px system-ui;background:#fff5e2;border-radius:3px;padding:0 4px;margin-left:4px'
    link.after(mark)
  }
}

const shortened = (href: string): string => (href.length > 200 ? `${href.slice(0, 200)}…` : href)
