import { htmlToText } from '@hongyan/mime/html/html-text'
import { isTooComplex } from './clean/complexity.ts'
import { sanitizeMail } from './clean/sanitize-html.ts'
import { revealCovered } from './covered-text.ts'
import { fillFrame } from './fill-frame.ts'
import { frameLooks } from './frame-document.ts'
import { revealHidden } from './hidden-text.ts'
import { isOurMark } from './our-marks.ts'
import { takePictures } from './pictures/inline-pictures.ts'
import { portionsOf } from './portions.ts'

/** Characters of a mail that is too complex to be drawn, and parts of them. */
const mostText = 200_000
const mostParts = 10
/** As wide as a sheet: what is seen may depend on it. In CSS pixels. */
const width = 800
const tallest = 60_000
/** How long texts are looked for that others cover, in ms: somebody waits for the editor. */
const patience = 150

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

function drawIn(frame: HTMLIFrameElement, unsafeHtml: string, label: string): string {
  const { contentDocument: page } = frame
  if (!page) return asText(htmlToText(unsafeHtml, mostText))
  const looks = page.createElement('style')
  looks.textContent = frameLooks
  page.head.append(looks)
  const mail = sanitizeMail(unsafeHtml)
  const inline = takePictures(mail.fragment)
  const body = fillFrame(page, mail)
  for (const mark of revealHidden(body, { where: 'all', label })) asWords(mark, body)
  // A point outside of the frame is drawn by nobody.
  frame.style.height = `${Math.min(tallest, body.scrollHeight)}px`
  const covered = revealCovered(body, { where: 'all', label })
  for (const end = performance.now() + patience; performance.now() < end; ) {
    if (covered.next().done) break
  }
  const marks = [...body.querySelectorAll<HTMLElement>('*')].filter(isOurMark)
  if (marks.length > 0) layApart(body)
  for (const mark of marks) {
    // Below whatever covered it.
    body.append(mark)
    asWords(mark, body)
  }
  // The editor knows these addresses, and what may be loaded of them.
  for (const { element, contentId } of inline) element.setAttribute('src', `cid:${contentId}`)
  for (const { places, url } of mail.written) {
    for (const { element } of places) element.setAttribute('src', url)
  }
  for (const { element, place, url } of mail.pictures) {
    if (place === 'src') element.setAttribute('src', url)
  }
  return body.innerHTML
}

/** What it would take over of a text that was hidden is undone: the editor keeps styles of elements, and removes what they hide. */
const seen =
  'color:#18222e;-webkit-text-fill-color:#18222e;background-color:#fff5e2;font-size:14px;line-height:1.5;letter-spacing:normal;white-space:pre-wrap;visibility:visible'

/** What lay over a text would lie over the one before it now. */
function layApart(body: HTMLElement): void {
  const view = body.ownerDocument.defaultView
  const sides = ['margin-top', 'margin-right', 'margin-bottom', 'margin-left']
  for (const element of body.querySelectorAll<HTMLElement>('*')) {
    const style = view?.getComputedStyle(element)
    const over = sides.filter((side) => Number.parseFloat(style?.getPropertyValue(side) ?? '') < 0)
    for (const side of over) element.style.setProperty(side, '0', 'important')
  }
}

function asWords(mark: HTMLElement, body: HTMLElement): void {
  const words = mark.ownerDocument.createElement('span')
  words.textContent = mark.textContent
  words.style.cssText = seen
  mark.replaceWith(words)
  showAround(words, body)
}

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
