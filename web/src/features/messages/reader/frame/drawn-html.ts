import { htmlToText } from '@hongyan/mime/html/html-text'
import { isTooComplex } from './complexity.ts'
import { fillFrame } from './fill-frame.ts'
import { frameLooks } from './frame-document.ts'
import { revealHidden } from './hidden-text.ts'
import { takePictures } from './inline-pictures.ts'
import { portionsOf } from './portions.ts'
import { sanitizeMail } from './sanitize-html.ts'

/** Characters of a mail that is too complex to be drawn, and parts of them. */
const mostText = 200_000
const mostParts = 10
/** As wide as a sheet: what is seen may depend on it. In CSS pixels. */
const width = 800

/**
 * A quoted mail as somebody who edits it must see it: what its styles hide is marked, judged by what is drawn (T8), since
 * the editor keeps no style sheets. A mail that would hold the page up becomes text (T31). To be sanitised once more by
 * whoever puts it on a page.
 */
export function unsafeDrawnHtml(unsafeHtml: string, label: string): string {
  if (isTooComplex(unsafeHtml)) return asText(htmlToText(unsafeHtml, mostText))
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-same-origin')
  frame.style.cssText = `position:fixed;left:0;top:0;width:${width}px;height:600px;border:0;opacity:0;pointer-events:none`
  frame.inert = true
  document.body.append(frame)
  try {
    return drawIn(frame, unsafeHtml, label)
  } finally {
    frame.remove()
  }
}

function drawIn({ contentDocument: page }: HTMLIFrameElement, unsafeHtml: string, label: string) {
  if (!page) return asText(htmlToText(unsafeHtml, mostText))
  const looks = page.createElement('style')
  looks.textContent = frameLooks
  page.head.append(looks)
  const mail = sanitizeMail(unsafeHtml)
  const inline = takePictures(mail.fragment)
  const body = fillFrame(page, mail)
  for (const mark of revealHidden(body, { where: 'all', label })) {
    const words = page.createElement('span')
    words.textContent = mark.textContent
    words.style.cssText = seen
    mark.replaceWith(words)
    showAround(words, body)
  }
  // The editor knows these addresses, and what may be loaded of them.
  for (const { element, contentId } of inline) element.setAttribute('src', `cid:${contentId}`)
  for (const { element, place, url } of mail.pictures) {
    if (place === 'src') element.setAttribute('src', url)
  }
  return body.innerHTML
}

/** What it would take over of a text that was hidden is undone: the editor keeps styles of elements, and removes what they hide. */
const seen =
  'color:#18222e;-webkit-text-fill-color:#18222e;background-color:#fff5e2;font-size:14px;line-height:1.5;letter-spacing:normal;white-space:pre-wrap;visibility:visible'

/** What was hidden around it is marked as well: nothing else comes to light. */
function showAround(words: HTMLElement, body: HTMLElement): void {
  for (let around = words.parentElement; around && around !== body; around = around.parentElement) {
    if (around.style.visibility !== '') around.style.removeProperty('visibility')
    if (Number.parseFloat(around.style.fontSize) < 2) around.style.removeProperty('font-size')
  }
}

/** In parts, as the reader shows it; where there is more, it says so. */
function asText(text: string): string {
  const parts = portionsOf(text)
  const shown = parts.length > mostParts ? [...parts.slice(0, mostParts), '…'] : parts
  const blocks = shown.map((part) => {
    const block = document.createElement('div')
    block.style.whiteSpace = 'pre-wrap'
    block.textContent = part
    return block.outerHTML
  })
  return blocks.join('')
}
