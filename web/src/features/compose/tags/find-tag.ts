import { writeModeOf } from '../screen/write-mode.ts'
import type { ComposeTag, TagEnd } from './compose-tags.ts'

/** An address under /write, with what the browser's history keeps for it. */
export interface WriteAddress {
  type: string
  mailId: number
  /** With its question mark. */
  search: string
  /** The tag that this entry of the history belonged to. */
  tag: string | null
  /** A text was handed over from the reader for this mail: it needs a composer of its own. */
  handsOver: boolean
}

export type Found =
  | { kind: 'tag'; tag: ComposeTag }
  | { kind: 'open'; draftId: number | null }
  /** The mail that stood here is sent or closed, and the address says no draft: nothing to show. */
  | { kind: 'gone' }

/** Which tag an address means: the one it belonged to, the one with its draft, the one that answers the same mail. */
export function findTag(
  address: WriteAddress,
  { tags, ended }: { tags: readonly ComposeTag[]; ended: ReadonlyMap<string, TagEnd> },
): Found {
  const draftId = draftOf(address.search)
  const known =
    tags.find((one) => one.id === address.tag) ??
    (draftId === null
      ? tags.find((one) => !address.handsOver && isAbout(one, address))
      : tags.find((one) => one.draftId === draftId))
  if (known !== undefined) return { kind: 'tag', tag: known }
  const end = address.tag === null ? undefined : ended.get(address.tag)
  if (end === 'done' || (end === 'kept' && draftId === null)) return { kind: 'gone' }
  return { kind: 'open', draftId }
}

export const draftOf = (search: string): number | null =>
  Number(new URLSearchParams(search).get('draft')) || null

/** The tag of this answer to this mail, or the draft whose message this is. A new mail is never one that is open. */
function isAbout(tag: ComposeTag, { type, mailId }: WriteAddress): boolean {
  if (mailId === 0) return false
  const isDraft = writeModeOf(type).startsWith('editAgain')
  if (isDraft && tag.draftMailId === mailId) return true
  return tag.mailId === mailId && writeModeOf(tag.type) === writeModeOf(type)
}
