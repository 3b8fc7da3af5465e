import { once } from 'node:events'
import type { Socket } from 'node:net'

/** A peer of SMTP that hears the greeting and reads nothing from then on. */
export async function deafPeer(socket: Socket) {
  socket.on('error', () => undefined)
  await once(socket, 'data')
  socket.pause()
  const closed = new Promise<void>((resolve) => socket.once('close', resolve))
  return {
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
