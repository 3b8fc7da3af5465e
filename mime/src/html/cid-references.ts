import { decodeEntities } from './entities.ts'

const END = /["'\s>)<]/g
const MAX_ID = 500

/** The Content-IDs that HTML refers to as `cid:…` (RFC 2392), without angle brackets. One pass. */
export function referencedIds(html: string): Set<string> {
  const ids = new Set<string>()
  const marks = /cid:/gi
  for (let mark = marks.exec(html); mark !== null; mark = marks.exec(html)) {
    const from = mark.index + 4
    END.lastIndex = from
    const to = END.exec(html)?.index ?? html.length
    if (to - from <= MAX_ID) ids.add(decodeId(html.slice(from, to)))
    marks.lastIndex = Math.max(from, Math.min(to, from + MAX_ID))
  }
  return ids
}

function decodeId(written: string): string {
  const id = decodeEntities(written)
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
