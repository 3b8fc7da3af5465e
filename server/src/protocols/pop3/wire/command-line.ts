/** A line that is no command: -ERR, and counted. */
export class WireError extends Error {
  constructor(text: string) {
    super(text)
    this.name = 'WireError'
  }
}

/** A command line (RFC 1939 §3): a keyword, and what stands behind the first space. */
export interface CommandLine {
  name: string
  /** As it is, spaces too: a code may have some. Null where nothing follows. */
  rest: string | null
}

/** @throws WireError where the line begins with no keyword */
export function readCommandLine(text: string): CommandLine {
  const name = /^[A-Za-z0-9]{1,12}(?=$| )/.exec(text)?.[0]
  if (name === undefined) throw new WireError('This is no command')
  const rest = text.slice(name.length + 1)
  return { name: name.toUpperCase(), rest: rest === '' ? null : rest }
}

const number = /^\d{1,10}$/

/** So many numbers. @throws WireError for less, for more, and for what is none */
export function readNumbers({ rest }: CommandLine, count: number): number[] {
  const words = (rest ?? '').trim().split(/ +/)
  if (words.length !== count || !words.every((one) => number.test(one)))
    throw new WireError(count === 1 ? 'A number is expected' : `${count} numbers are expected`)
  return words.map(Number)
}

/** @throws WireError where something follows the command */
export function refuseRest({ rest }: CommandLine): void {
  if (rest !== null && rest.trim() !== '') throw new WireError('Nothing may follow this command')
}

/** Text that a program wrote in UTF-8; null where it is none. */
export function utf8Of(latin1: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(latin1, (one) => one.charCodeAt(0)),
    )
  } catch {
    return null
  }
}
