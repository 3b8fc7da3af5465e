import type { SanitizedMail } from './clean/sanitize-html.ts'
import { pin } from './our-marks.ts'

/**
 * The page is as high as what it holds, whatever a mail wants: `height:100%!important` for html and body stands in the best
 * known templates and made the frame 0 high; `calc(100% + 40px)` made it grow for ever.
 */
const free = {
  height: 'auto',
  'min-height': '0',
  'max-height': 'none',
  opacity: '1',
  visibility: 'visible',
  float: 'none',
}

/** Puts a sanitised mail into the frame's page: its nodes, and what its html and body elements said of themselves. */
export function fillFrame(page: Document, mail: SanitizedMail): HTMLElement {
  const { documentElement: root, body } = page
  for (const [element, attributes] of [
    [root, mail.root],
    [body, mail.body],
  ] as const) {
    for (const name of element.getAttributeNames()) {
      if (name !== 'data-dark') element.removeAttribute(name)
    }
    for (const [name, value] of attributes) element.setAttribute(name, value)
    pin(element, free)
  }
  pin(root, { display: 'block', 'overflow-x': 'auto', 'overflow-y': 'hidden', zoom: '1' })
  pin(body, { display: 'flow-root', 'overflow-x': 'visible', 'overflow-y': 'visible' })
  body.replaceChildren(page.adoptNode(mail.fragment))
  // Before anything is asked that lays the page out: columns in columns would kill the tab.
  flattenColumns(body)
  for (const element of [root, body]) bringBack(element)
  return body
}

/** What would take all of a mail out of the page, to where nobody scrolls. */
const moving = ['margin-top', 'margin-left', 'margin-right', 'margin-bottom', 'text-indent']

function bringBack(element: HTMLElement): void {
  const style = element.ownerDocument.defaultView?.getComputedStyle(element)
  const away = moving.filter((name) => Number.parseFloat(style?.getPropertyValue(name) ?? '') < 0)
  for (const name of away) pin(element, { [name]: '0' })
}

const mostColumns = 12
/** In CSS pixels: narrower ones are no columns of text, and there may be thousands. */
const narrowest = 60

/** Columns in columns are laid out again for each of the outer ones, and so on: ten deep they hold the page for ever (T31). */
function flattenColumns(body: HTMLElement): void {
  const view = body.ownerDocument.defaultView
  if (!view || !/column/i.test(body.innerHTML)) return
  const within = new Set<Element>()
  for (const element of body.querySelectorAll<HTMLElement>('*')) {
    const { columnCount, columnWidth } = view.getComputedStyle(element)
    const hasColumns = columnCount !== 'auto' || columnWidth !== 'auto'
    const { parentElement: parent } = element
    const isInColumns = parent !== null && within.has(parent)
    const areMany = Number(columnCount) > mostColumns || Number.parseFloat(columnWidth) < narrowest
    if (hasColumns && (isInColumns || areMany))
      pin(element, { 'column-count': 'auto', 'column-width': 'auto' })
    if (hasColumns || isInColumns) within.add(element)
  }
}
