/** Which rows are selected; `anchor` is where a shift range begins. Pure. */
export interface Selection {
  ids: ReadonlySet<number>
  anchor: number | null
}

export const nothingSelected: Selection = { ids: new Set(), anchor: null }

/** Adds or removes one row and makes it the anchor. */
export function toggle(selection: Selection, id: number): Selection {
  const ids = new Set(selection.ids)
  if (!ids.delete(id)) ids.add(id)
  return { ids, anchor: id }
}

/** Selects every row from the anchor to `id` in the order shown; without a usable anchor just `id`. */
export function extendTo(selection: Selection, id: number, order: readonly number[]): Selection {
  const to = order.indexOf(id)
  const from = selection.anchor === null ? -1 : order.indexOf(selection.anchor)
  if (to < 0) return selection
  if (from < 0) return { ids: new Set([...selection.ids, id]), anchor: id }
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1)
  return { ids: new Set([...selection.ids, ...range]), anchor: selection.anchor }
}

/** Selects the whole page, or nothing when all of it is selected already. */
export function toggleAll(selection: Selection, order: readonly number[]): Selection {
  const all = order.length > 0 && order.every((id) => selection.ids.has(id))
  return all ? nothingSelected : { ids: new Set(order), anchor: null }
}

/** Forgets rows that left the page: an action must never touch what is not on screen. */
export function prune(selection: Selection, order: readonly number[]): Selection {
  const ids = order.filter((id) => selection.ids.has(id))
  if (ids.length === selection.ids.size) return selection
  const anchor =
    selection.anchor !== null && order.includes(selection.anchor) ? selection.anchor : null
  return { ids: new Set(ids), anchor }
}

/** The row before or after `id`; the first one when nothing is current. */
export function neighbour(order: readonly number[], id: number | null, by: 1 | -1): number | null {
  if (order.length === 0) return null
  const at = id === null ? -1 : order.indexOf(id)
  if (at < 0) return order[0] ?? null
  return order[Math.min(order.length - 1, Math.max(0, at + by))] ?? null
}
