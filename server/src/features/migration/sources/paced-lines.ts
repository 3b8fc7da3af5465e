import type { ImapFlow } from 'imapflow'
import { turnForBulk } from '../../../platform/in-turns.ts'

/** Lines of all sources together in one turn of the loop; a long one counts for more. */
const linesAtOnce = 40
const bytesAtOnce = 64 * 1024

/** Bytes of all sources together that are looked through for line ends in one turn: empty lines cost the most. */
const scannedAtOnce = 16 * 1024
const pieceBytes = 4 * 1024

/** What imapflow does with the bytes that have come, and with each line that the server said. */
interface Lines {
  handleResponse?(line: { payload: Buffer }): Promise<boolean>
  streamer?: { processInputChunk?(chunk: Buffer): Promise<void> }
}

/**
 * imapflow goes through every line that has come in one turn of the loop: a server that floods it would stop all others
 * for half a second, and one that sends empty lines for 40 ms. Here it waits for its turn before each. @throws where imapflow does not take lines so any more
 */
export function inTurnsOfTheLoop(client: ImapFlow): void {
  const lines: Lines = client as Lines
  const { handleResponse, streamer } = lines
  const scan = streamer?.processInputChunk
  if (!handleResponse || !streamer || !scan) throw new Error('imapflow takes lines in another way')
  lines.handleResponse = async (line) => {
    await turnForBulk(Math.min(1, 1 / linesAtOnce + line.payload.length / bytesAtOnce))
    return handleResponse.call(client, line)
  }
  streamer.processInputChunk = async (chunk) => {
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      const piece = chunk.subarray(at, at + pieceBytes)
      await turnForBulk(piece.length / scannedAtOnce)
      await scan.call(streamer, piece)
    }
  }
}
