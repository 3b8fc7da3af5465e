import type { MessageItem, MessagePage } from '@hongyan/contract/messages'
import type { SettingsIndex } from '@hongyan/contract/settings'
import { type DateStyle, fullTime, listTime } from '../../../../lib/dates.ts'
import { formatSize } from '../../../../lib/sizes.ts'
import { madeKey } from '../../../../lib/text-keys.ts'
import type { Translate } from '../../../../lib/translate.ts'
import { lettersOf } from '../../../../ui/letters.ts'
import { fullNameOf, nameOf, plainLine } from '../../people.ts'
import { headingOf, headingText } from '../heading.ts'
import { tallest } from '../long/tall-list.ts'

/** What the rows' own components draw with: names of classes, paths of icons. They come from the page that was here last. */
export interface RowsLook {
  list: Record<string, string>
  marks: Record<string, string>
  long: Record<string, string>
  avatar: string
  icons: Record<'star' | 'important' | 'pin' | 'reply' | 'forward' | 'clip' | 'flag', string>
}

interface Drawing {
  look: RowsLook
  settings: SettingsIndex
  date: DateStyle
  t: Translate<'list'>
}

/** More than any window shows. */
const most = 40

/**
 * Rows of the inbox before the libraries are here (ADR 33), in the same boxes as the list's own (message-row.tsx), which takes
 * their place. What it knows from elsewhere (labels) comes with it.
 */
export function drawEarlyRows(grid: Element, page: MessagePage, drawing: Drawing): void {
  const { t, date } = drawing
  let before: string | null = null
  const rows = page.list.slice(0, most).map((item, index) => {
    const heading = headingOf(item, { zone: date.zone, pinsOnTop: true })
    const begins = heading !== null && heading !== before
    before = heading
    return {
      row: drawRow(item, index, drawing),
      heading: begins ? headingText(heading, t, date) : null,
    }
  })
  if (grid.hasAttribute('data-long')) layLong(grid, rows, { ...drawing, total: page.total })
  else for (const { row, heading } of rows) grid.append(...bars(heading, drawing), row)
}

interface EarlyRow {
  row: HTMLElement
  heading: string | null
}

/** As a long list lays them: each in its place (long-list.tsx). */
function layLong(
  grid: Element,
  rows: readonly EarlyRow[],
  drawing: Drawing & { total: number | null },
): void {
  const { list, long } = drawing.look
  let headings = 0
  const slots = rows.map(({ row, heading }, index) => {
    const slot = make('div', heading === null ? long.slot : `${long.slot} ${long.begins}`)
    slot.style.transform = `translateY(calc(var(--row) * ${index} + ${headings * 28}px))`
    slot.append(...bars(heading, drawing), row)
    if (heading !== null) headings++
    return slot
  })
  const sizer = make('div', long.sizer, ...slots)
  sizer.style.height = `min(var(--row) * ${drawing.total ?? rows.length} + ${headings * 28}px, ${tallest}px)`
  const first = rows[0]?.heading ?? null
  if (first !== null) grid.append(headingBar(first, `${list.heading} ${long.current}`))
  grid.append(sizer)
}

const bars = (heading: string | null, { look }: Drawing): HTMLElement[] =>
  heading === null ? [] : [headingBar(heading, look.list.heading)]

function headingBar(words: string, className: string | undefined): HTMLElement {
  const bar = make('div', className, words)
  bar.ariaHidden = 'true'
  return bar
}

function drawRow(item: MessageItem, index: number, drawing: Drawing): HTMLElement {
  const { look, settings, date, t } = drawing
  const { list } = look
  const { conversation, mailFrom } = item
  const people =
    conversation && conversation.people.length > 1 ? conversation.people.toReversed() : [mailFrom]
  const names = people.map(nameOf).join(', ') || t('noSender')
  const subject = plainLine(item.mailSubject) || t('noSubject')
  const row = make('div', list.row)
  row.role = 'row'
  row.ariaRowIndex = String(index + 1)
  row.ariaLabel = [names, subject, listTime(item.receivedTime, date)].join(', ')
  row.dataset.id = String(item.mailId)
  row.toggleAttribute('data-unread', !item.seen || (conversation?.unread ?? 0) > 0)
  row.toggleAttribute('data-starred', item.starred)
  const link = make('a', list.open, subjectBox(subject, list.subject))
  link.setAttribute('href', `#/reply/${item.mailboxId}/${item.mailId}`)
  link.tabIndex = -1
  const from = cell(list.from, ...senderOf(item, { names, people }, drawing))
  from.title = people.map(fullNameOf).join(', ')
  const time = cell(list.time, listTime(item.receivedTime, date))
  time.title = fullTime(item.receivedTime, date)
  row.append(
    cell(list.mark, ...faceOf(people.at(-1) ?? mailFrom, item.stranger, look)),
    from,
    cell(
      list.topic,
      link,
      ...(settings.showPreview === 0 ? [] : [subjectBox(plainLine(item.preview), list.preview)]),
    ),
    cell(list.marks, ...marksOf(item, drawing)),
    ...(settings.showMailSize === 1 ? [cell(list.size, formatSize(item.size))] : []),
    time,
    cell(list.starCell, starOf(item.starred, look)),
  )
  return row
}

function subjectBox(text: string, className: string | undefined): HTMLElement {
  const box = make('span', className, text)
  box.dir = 'auto'
  return box
}

interface Senders {
  names: string
  people: MessageItem['mailTo']
}

function senderOf(
  item: MessageItem,
  { names, people }: Senders,
  { look, settings, t }: Drawing,
): Node[] {
  const { marks } = look
  const count = item.conversation?.count ?? 1
  const [first] = people
  const parts: Node[] = [subjectBox(names, look.list.names)]
  if (count > 1) parts.push(make('span', marks.count, count > 99 ? '99+' : String(count)))
  if (settings.showListEmail === 1 && first && people.length === 1)
    parts.push(make('span', marks.address, make('bdi', undefined, plainLine(first.address))))
  if (settings.mailSourceMarkEnable === 1) {
    const tag = make('span', marks.tag, t(`source.${item.source}`))
    tag.dataset.source = item.source
    parts.push(tag)
  }
  if (settings.strangerMarkEnable === 1 && item.stranger) {
    const tag = make('span', marks.tag, t('stranger'))
    tag.dataset.stranger = ''
    parts.push(tag)
  }
  return parts
}

function faceOf(
  { name, address }: MessageItem['mailFrom'],
  isPlain: boolean,
  look: RowsLook,
): Node[] {
  const check = make('input', look.list.check)
  check.type = 'checkbox'
  check.tabIndex = -1
  const face = drawLetters(nameOf({ name, address }), address, look.avatar)
  face.toggleAttribute('data-plain', isPlain)
  return [make('span', look.list.face, face), check]
}

/** A person's letters, 32 pixels wide. */
export function drawLetters(name: string, address: string, className: string): HTMLElement {
  const { label, fontSize, hue } = lettersOf(name, address, 32)
  const face = make('span', className)
  face.style.cssText = `width:32px;height:32px;font-size:${fontSize}px;--hue:${hue}`
  face.dataset.letters = label
  face.ariaHidden = 'true'
  return face
}

function marksOf(item: MessageItem, { look, t }: Drawing): Node[] {
  const { icons, marks } = look
  const shown: [boolean, string, string][] = [
    [item.important, icons.important, t('important')],
    [item.pinned, icons.pin, t('pinned')],
    [item.answered, icons.reply, t('answered')],
    [item.forwarded, icons.forward, t('forwarded')],
    [item.hasAttachment, icons.clip, t('attachment')],
  ]
  const parts = shown.flatMap(([isThere, path, title]) => {
    if (!isThere) return []
    const mark = make('span', marks.mark, iconOf(path, 16))
    mark.title = title
    mark.toggleAttribute('data-urgent', path === icons.important)
    return mark
  })
  if (item.color === 0) return parts
  const flag = make('span', marks.flag, iconOf(icons.flag, 16, true))
  flag.style.color = `var(--flag-${item.color})`
  flag.title = t(madeKey(`colors.${item.color}`))
  return [flag, ...parts]
}

function starOf(isOn: boolean, look: RowsLook): HTMLElement {
  const star = make('button', look.list.star, iconOf(look.icons.star, 18, isOn))
  star.type = 'button'
  star.tabIndex = -1
  star.ariaPressed = String(isOn)
  return star
}

/** As `Icon` draws it. */
function iconOf(path: string, size: number, isFilled = false): Node {
  const name = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(name, 'svg')
  const attributes = {
    width: size,
    height: size,
    viewBox: '0 0 20 20',
    fill: isFilled ? 'currentColor' : 'none',
    stroke: 'currentColor',
    'stroke-width': 1.5,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    style: 'flex:none',
  }
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, String(value))
  const line = document.createElementNS(name, 'path')
  line.setAttribute('d', path)
  svg.append(line)
  return svg
}

function cell(className: string | undefined, ...inside: (Node | string)[]): HTMLElement {
  const one = make('span', className, ...inside)
  one.role = 'gridcell'
  return one
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string | undefined,
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  if (className) element.className = className
  element.append(...inside)
  return element
}
