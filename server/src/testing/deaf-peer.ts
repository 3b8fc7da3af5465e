import { once } from 'node:events'
import type { Socket } from 'node:net'

/** What the system holds for a line, in both directions, and far more. */
const muchMore = 64 * 1024 * 1024

/** A peer of SMTP that hears the greeting and reads nothing from then on. */
export async function deafPeer(socket: Socket) {
  socket.on('error', () => undefined)
  await once(socket, 'data')
  socket.pause()
  const closed = new Promise<void>((resolve) => socket.once('close', resolve))
  return {
    write: (text: string) => void socket.write(text),
    /** Says it as often as it is taken. @returns false when there is no end of it */
    isCut: async (command: string): Promise<boolean> => {
      const many = command.repeat(2_000)
      for (let sent = 0; sent < muchMore; sent += many.length) {
        if (socket.destroyed) return true
        if (socket.write(many)) continue
        const drained = new Promise<void>((resolve) => socket.once('drain', resolve))
        await Promise.race([drained, closed])
      }
      socket.destroy()
      return false
    },
  }
}
