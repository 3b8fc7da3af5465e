import { none, type Sql, sql } from '../../platform/db/sql.ts'

export type ListSort = 'date' | 'sender' | 'subject' | 'size'
export type ListFilter = 'all' | 'unread' | 'read' | 'starred' | 'attachment' | 'colored'

/** Position of a row in a list: its value in the order (pinned, sender, subject, size, or null for plain time), time, id. */
export interface Place {
  value: boolean | string | number | null
  receivedAt: Date
  id: number
}

/** How a list is ordered. `oldestFirst` turns the whole order of `date` round except for pins, which stay on top. */
export interface ListOrder {
  sort: ListSort
  /** Pins lead: only where a folder is shown whole and by date. */
  pinsFirst: boolean
  ascending: boolean
}

export interface PageBounds {
  limit: number
  /** `next`: onwards from the cursor; `prev`: back from it, nearest first; `last`: from the end. */
  direction: 'next' | 'prev' | 'last'
  cursor: Place | null
}

/** Rows that a filter lets through; each has an index that begins with them. */
export const filterOf: Record<ListFilter, Sql> = {
  all: none,
  unread: sql`AND m.seen = false`,
  read: sql`AND m.seen = true`,
  starred: sql`AND m.starred`,
  attachment: sql`AND m.has_attachment`,
  colored: sql`AND m.color <> 0`,
}

/** Text exactly as the indexes of migration 0003 have it. */
const textOf: Record<Exclude<ListSort, 'date'>, Sql> = {
  sender: sql`(lower(left(CASE WHEN m.from_name = '' THEN m.from_address ELSE m.from_name END, 60)) COLLATE "zh-x-icu")`,
  subject: sql`(lower(left(m.subject, 60)) COLLATE "zh-x-icu")`,
  size: sql`m.size`,
}

/** The value of a row in its order, for the cursor. */
export const orderValue = ({ sort, pinsFirst }: ListOrder): Sql =>
  sort === 'date' ? (pinsFirst ? sql`m.pinned` : sql`NULL`) : textOf[sort]

/** A stretch of an index: read from one end, in one go. */
interface Stretch {
  where: Sql
  order: Sql
}

/**
 * The stretches of an index that hold a page, in the order in which they follow each other: one where all columns
 * run the same way, two (the rest of the cursor's own value, then what comes after it) where they do not.
 */
export function stretches(order: ListOrder, { direction, cursor }: PageBounds): Stretch[] {
  const backwards = direction !== 'next'
  if (order.sort === 'date') {
    const down = order.ascending === backwards
    if (!order.pinsFirst) return [byTime(down, cursor)]
    return order.ascending ? oldestFirst(backwards, cursor) : [byPinAndTime(down, cursor)]
  }
  if (order.sort === 'size') return [bySize(order.ascending === backwards, cursor)]
  return byText(textOf[order.sort], { up: order.ascending !== backwards, cursor })
}

const way = (down: boolean): Sql => (down ? sql`DESC` : sql`ASC`)
const beyond = (down: boolean): Sql => (down ? sql`<` : sql`>`)

function byTime(down: boolean, cursor: Place | null): Stretch {
  return {
    where: cursor
      ? sql`AND (m.received_at, m.id) ${beyond(down)} (${cursor.receivedAt}, ${cursor.id})`
      : none,
    order: sql`ORDER BY m.received_at ${way(down)}, m.id ${way(down)}`,
  }
}

function byPinAndTime(down: boolean, cursor: Place | null): Stretch {
  return {
    where: cursor
      ? sql`AND (m.pinned, m.received_at, m.id) ${beyond(down)} (${cursor.value}, ${cursor.receivedAt}, ${cursor.id})`
      : none,
    order: sql`ORDER BY m.pinned ${way(down)}, m.received_at ${way(down)}, m.id ${way(down)}`,
  }
}

/** Pins on top and yet the oldest first: the pinned rows upwards, then the others upwards; or all of it from the end. */
function oldestFirst(backwards: boolean, cursor: Place | null): Stretch[] {
  const start = cursor ? cursor.value === true : !backwards
  const own = byTime(backwards, cursor)
  const inside: Stretch = { where: sql`AND m.pinned = ${start} ${own.where}`, order: own.order }
  if (start === backwards) return [inside]
  const rest: Stretch = { where: sql`AND m.pinned = ${!start}`, order: own.order }
  return [inside, rest]
}

function bySize(down: boolean, cursor: Place | null): Stretch {
  return {
    where: cursor
      ? sql`AND (m.size, m.received_at, m.id) ${beyond(down)} (${cursor.value}, ${cursor.receivedAt}, ${cursor.id})`
      : none,
    order: sql`ORDER BY m.size ${way(down)}, m.received_at ${way(down)}, m.id ${way(down)}`,
  }
}

/** Text upwards has the newest first within one text; downwards is the same read from the other end. */
function byText(value: Sql, { up, cursor }: { up: boolean; cursor: Place | null }): Stretch[] {
  const time = sql`m.received_at ${way(up)}, m.id ${way(up)}`
  const order = sql`ORDER BY ${value} ${way(!up)}, ${time}`
  if (!cursor) return [{ where: none, order }]
  const { value: text, receivedAt, id } = cursor
  return [
    {
      where: sql`AND ${value} = ${text}::text AND (m.received_at, m.id) ${beyond(up)} (${receivedAt}, ${id})`,
      order: sql`ORDER BY ${time}`,
    },
    { where: sql`AND ${value} ${beyond(!up)} ${text}::text`, order },
  ]
}
