import { UsageError } from './command.ts'

export const day = 24 * 3_600_000

/** A day such as 2026-12-31 (the end of a stretch reaches through it), or an instant with its zone. */
export function momentOf(words: string, through: number): Date {
  if (/^\d{4}-\d{2}-\d{2}$/.test(words)) {
    const at = Date.parse(`${words}T00:00:00`)
    if (!Number.isNaN(at)) return new Date(at + through)
  }
  const at =
    /(?:[Zz]|[+-]\d\d:\d\d)$/.test(words) && /\dT\d/i.test(words) ? Date.parse(words) : Number.NaN
  if (Number.isNaN(at)) throw new UsageError(`"${words}" is no day such as 2026-12-31`)
  return new Date(at)
}
