/** A piece of a line; `href` is set for an address that may be followed. */
export interface Piece {
  text: string
  href: string | null
  /** Where in the line it begins. */
  at: number
}

const address = /https?:\/\/[^\s<>"'，。；、）】》”’]+/giu

/**
 * An answer may be made by whoever wrote the mail: an address in it is followed only if it stood in the mail, letter by
 * letter and to its end, so that the person could have clicked it there.
 */
export function piecesOf(line: string, mail: string): Piece[] {
  const pieces: Piece[] = []
  const known = addressesIn(mail)
  let end = 0
  for (const found of line.matchAll(address)) {
    const href = withoutStops(found[0])
    if (!known.has(href)) continue
    pieces.push({ text: line.slice(end, found.index), href: null, at: end })
    pieces.push({ text: href, href, at: found.index })
    end = found.index + href.length
  }
  pieces.push({ text: line.slice(end), href: null, at: end })
  return pieces.filter(({ text }) => text !== '')
}

const addressesIn = (mail: string): Set<string> =>
  new Set([...mail.matchAll(address)].map(([found]) => withoutStops(found)))

/** What ends a sentence ends no address. */
const withoutStops = (found: string): string => found.replace(/(?<![.,;:!?)\]])[.,;:!?)\]]+$/u, '')
