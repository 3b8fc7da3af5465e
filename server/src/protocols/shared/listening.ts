import { once } from 'node:events'
import type { Server, Socket } from 'node:net'

/** @returns the port; null where none is wanted. Rejects if it is taken */
export async function listen(
  server: Server,
  host: string,
  port: number | null,
): Promise<number | null> {
  if (port === null) return null
  server.listen({ host, port })
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : port
}

/** Takes no more; resolves when the last connection is gone. */
export const closing = (server: Server): Promise<void> =>
  new Promise((resolve) => server.close(() => resolve()))

/** @param text why; null where TLS comes first, before which nothing that is said would be understood */
export function turnAway(socket: Socket, text: string | null): void {
  socket.on('error', () => socket.destroy())
  if (text === null) socket.destroy()
  else socket.end(text)
  setTimeout(() => socket.destroy(), 1_000).unref()
}
