import type { CommandReader } from './command-reader.ts'

/** What ID may say (RFC 2971 §3.3) has half as many bytes. */
const mostPassed = 64 * 1024
/** Behind such a line come bytes that are no commands. */
const announcesLiteral = /\+\}\r?$/

/**
 * Throws away the rest of a line that is too long. @param more waits for bytes; false when there will be none
 * @returns false where it goes on for longer than anybody waits, or what comes behind it cannot be told apart
 */
export async function passOver(
  reader: Pick<CommandReader, 'drain' | 'push'>,
  more: () => Promise<boolean>,
): Promise<boolean> {
  let passed = 0
  let ending = ''
  for (;;) {
    const bytes = reader.drain()
    const lf = bytes.indexOf(10)
    const line = lf < 0 ? bytes : bytes.subarray(0, lf)
    passed += line.length
    if (passed > mostPassed) return false
    ending = (ending + line.toString('latin1')).slice(-3)
    if (lf >= 0) {
      reader.push(bytes.subarray(lf + 1))
      return !announcesLiteral.test(ending)
    }
    if (!(await more())) return false
  }
}
