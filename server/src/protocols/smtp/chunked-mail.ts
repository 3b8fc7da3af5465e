/** What BDAT says (RFC 3030 §2): so many bytes follow, the last of the mail or not. */
export interface Chunk {
  size: number
  isLast: boolean
}

/** Null for what names no size: nobody can say what follows it, so that the line ends there. */
export function readBdat(command: string): Chunk | null {
  const [, digits, last] = /^BDAT +(\d{1,15})( +LAST)? *$/i.exec(command) ?? []
  return digits === undefined ? null : { size: Number(digits), isLast: last !== undefined }
}

/** What may be said between two chunks; all else would leave a mail half told, and ends the line. */
export const isAmongChunks = (command: string): boolean => /^(?:BDAT|NOOP)\b/i.test(command)
