/** What a stranger wrote, in one line of a mail of ours: no address of a page in it is one that a program would make a link of. */
export const plainLine = (text: string, most: number): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/:\/\//g, ': / /')
    .replace(/\bwww\./gi, 'www .')
    .slice(0, most)
