/**
 * Text as rules read it: full-width and other forms of a letter are one (NFKC), case does not count, and what is
 * invisible (zero-width spaces, joiners, soft hyphens) is not there.
 */
export const fold = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase().replace(/\s+/g, ' ')
    : text
        .normalize('NFKC')
        .toLowerCase()
        .replace(/\p{Cf}|\p{Mn}/gu, '')
        .replace(/\s+/gu, ' ')

/** The same, but with its case and its lines: a key is known by them. */
export const shown = (text: string): string => text.normalize('NFKC').replace(/\p{Cf}/gu, '')

/** Letters and digits alone: Chinese words are found through spaces, line ends and dots. */
export const tight = (folded: string): string =>
  folded.replace(isAscii(folded) ? /[^a-z0-9]+/g : /[^\p{L}\p{N}]+/gu, '')

/** Of it nothing has another form, and it is looked through in a tenth of the time. */
const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text)
