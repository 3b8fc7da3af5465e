import { enteredOf, type Session } from '../session.ts'
import { readNumbers, refuseRest } from '../wire/command-line.ts'
import type { Pop3Command } from './command.ts'

export const stat: Pop3Command = {
  for: 'users',
  run: (session, line) => {
    refuseRest(line)
    const { count, bytes } = enteredOf(session).drop.total
    return `${count} ${bytes}`
  },
}

/** LIST: numbers with their bytes; UIDL: numbers with what names them for ever (RFC 1939 §5, §7). */
export const listing = (what: 'bytes' | 'unique'): Pop3Command => ({
  for: 'users',
  run: async (session, line) => {
    const { drop } = enteredOf(session)
    const tell = (number: number): string =>
      `${number} ${what === 'bytes' ? drop.at(number).bytes : drop.uniqueId(number)}`
    if (line.rest !== null) return tell(readNumbers(line, 1)[0] ?? 0)
    session.output.send(`+OK ${drop.total.count} messages\r\n`)
    await tellAll(session, tell)
    return null
  },
})

/** Lines that are written at once. */
const linesAtOnce = 500

async function tellAll(session: Session, tell: (number: number) => string): Promise<void> {
  const { output } = session
  let lines: string[] = []
  for (const number of enteredOf(session).drop.numbers()) {
    lines.push(`${tell(number)}\r\n`)
    if (lines.length < linesAtOnce) continue
    output.send(lines.join(''))
    lines = []
    await output.flush()
  }
  output.send(`${lines.join('')}.\r\n`)
}
