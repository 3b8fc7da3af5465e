import { decodeBody } from '@hongyan/mime/content'
import { findPart, parseMessage } from '@hongyan/mime/parse'

/** The decoded bodies of parts, by their IMAP section numbers; null where there is no such part. */
export function decodeParts(raw: Buffer, sections: readonly string[]): (Uint8Array | null)[] {
  const parsed = parseMessage(raw)
  return sections.map((section) => {
    const part = findPart(parsed, section)
    return part && decodeBody(raw, part)
  })
}
