/**
 * Text as rules read it: full-width and other forms of a letter are one (NFKC), case does not count, and what is
 * invisible (zero-width spaces, joiners, soft hyphens) is not there.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Cf}|\p{Mn}/gu, '')
    .replace(/\s+/gu, ' ')

/** Letters and digits alone: Chinese words are found through spaces, line ends and dots. */
export const tight = (folded: string): string => folded.replace(/[^\p{L}\p{N}]+/gu, '')
