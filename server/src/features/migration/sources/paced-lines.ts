import type { ImapFlow } from 'imapflow'
import { turnForBulk } from '../../../platform/in-turns.ts'

/** Lines of all sources together in one turn of the loop; a long one counts for more. */
const linesAtOnce = 40
const bytesAtOnce = 64 * 1024

/** What imapflow does with each line that the server said. */
interface Lines {
  handleResponse?(line: { payload: Buffer }): Promise<boolean>
}

/**
 * imapflow goes through every line that has come in one turn of the loop: a server that floods it would stop all others
 * for half a second. Here it waits for its turn before each. @throws where imapflow does not take lines so any more
 */
export function inTurnsOfTheLoop(client: ImapFlow): void {
  const lines: Lines = client as Lines
  const { handleResponse } = lines
  if (!handleResponse) throw new Error('imapflow takes lines in another way')
  lines.handleResponse = async (line) => {
    await turnForBulk(Math.min(1, 1 / linesAtOnce + line.payload.length / bytesAtOnce))
    return handleResponse.call(client, line)
  }
}
