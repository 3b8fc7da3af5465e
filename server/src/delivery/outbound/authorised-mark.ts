import { headerBlock } from './canonical-bytes.ts'

/**
 * Header of the notice that stands for a read-limited mail: its value is the secret by which the one reader's right
 * is found, or `own` in the sender's copy.
 */
export const authorisedHeader = 'X-Hongyan-Authorised'

const maxHeader = 64 * 1024

/** The mark of a notice; null for any other mail. Only to be believed where the holder of the mailbox is checked too. */
export function authorisedMark(raw: Buffer): string | null {
  const header = headerBlock(raw.subarray(0, maxHeader)).toString('latin1')
  return (
    /^x-hongyan-authorised:[ \t]*(?:\r\n[ \t]+)?([\w-]{3,100})[ \t]*\r$/im.exec(header)?.[1] ?? null
  )
}
