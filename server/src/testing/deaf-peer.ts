import { once } from 'node:events'
import type { Socket } from 'node:net'

/** The last line of an answer of SMTP. */
const lastLine = /(?:^|\n)\d{3} [^\n]*\n$/

/** A peer of SMTP that hears the greeting and the answers to these commands, and reads nothing from then on. */
export async function deafPeer(socket: Socket, commands: readonly string[] = []) {
  socket.on('error', () => undefined)
  const answers: string[] = []
  for (const command of [null, ...commands]) {
    if (command !== null) socket.write(`${command}\r\n`)
    let said = ''
    while (!lastLine.test(said)) said += String(await once(socket, 'data'))
    answers.push(said)
  }
  socket.pause()
  const closed = new Promise<void>((resolve) => socket.once('close', resolve))
  return {
    answers,
    write: (text: string) => void socket.write(text),
    /** Says it as often as it is taken, until the line is cut. */
    sayUntilCut: async (command: string): Promise<void> => {
      const many = command.repeat(2_000)
      while (!socket.destroyed) {
        if (socket.write(many)) continue
        const drained = new Promise<void>((resolve) => socket.once('drain', resolve))
        await Promise.race([drained, closed])
      }
    },
  }
}
