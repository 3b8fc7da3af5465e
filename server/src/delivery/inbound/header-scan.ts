import { type HeaderField, scanHeaders as scanBlock } from '@hongyan/mime/headers'
import { DEFAULT_LIMITS } from '@hongyan/mime/limits'

/** The header section of a message, as far as delivery looks at it. */
export interface HeaderScan {
  fields: HeaderField[]
  /** False: the message begins with its body, without even an empty line. */
  hasHeader: boolean
}

/** A header section above this is refused: nobody writes one, and every reader would have to walk it (T31). */
const maxHeaderSection = 512 * 1024
/** More fields than a hundred servers on the way write; each costs an object, and half a megabyte may hold 170,000 (T31). */
const maxFields = 4_000

/** What the fields lie in. */
export const headerBytes = (raw: Buffer, { fields }: HeaderScan): Buffer =>
  raw.subarray(0, fields.at(-1)?.end ?? 0)

/**
 * Finds the fields of the header section, with the parser that readers are served by.
 * @param raw lines end with CRLF
 * @returns null if the section is larger than 512 kB or has more than 4,000 fields
 */
export function scanHeaders(raw: Buffer): HeaderScan | null {
  const { fields, bodyStart } = scanBlock(raw, {
    start: 0,
    end: Math.min(raw.length, maxHeaderSection + 1),
    limits: { headerBlock: maxHeaderSection, headerField: DEFAULT_LIMITS.headerField },
    maxFields: maxFields + 1,
  })
  if (bodyStart > maxHeaderSection || fields.length > maxFields) return null
  return { fields, hasHeader: bodyStart > 0 }
}
