import { createHash } from 'node:crypto'

/**
 * Entries of which each carries the hash of all before it: whoever changes, leaves out or puts in one breaks every link
 * after it. What is beyond the last link is known by its count and hash, kept elsewhere.
 */
export interface Link {
  entry: string
  hash: Buffer
}

/** The link of an entry that follows `before`; the first follows nothing. */
export const linkAfter = (before: Buffer, entry: string): Buffer =>
  createHash('sha256').update(before).update('\0').update(entry, 'utf8').digest()

/** @returns the place (from 0) of the first link that does not hold, the length where the end is missing; null: all hold */
export function brokenAt(
  links: readonly Link[],
  end: { count: number; hash: Buffer },
): number | null {
  let before: Buffer = Buffer.alloc(0)
  for (const [place, { entry, hash }] of links.entries()) {
    if (!linkAfter(before, entry).equals(hash)) return place
    before = hash
  }
  return links.length === end.count && before.equals(end.hash) ? null : links.length
}
