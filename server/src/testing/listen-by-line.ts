import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:tls'

/** What answers the lines of one connection, one after the other. */
export interface LineSession {
  take(line: string): Promise<void>
  end?(): void
}

/** A server over TLS that answers as somebody else's would. @param connected null: it says nothing */
export async function listenByLine(
  key: string,
  cert: string,
  connected: (socket: Socket) => LineSession | null,
) {
  const open = new Set<Socket>()
  const server = createServer(
    { key: await readFile(key), cert: await readFile(cert) },
    (socket) => {
      open.add(socket)
      socket.on('error', () => undefined)
      const session = connected(socket)
      socket.on('close', () => {
        open.delete(socket)
        session?.end?.()
      })
      if (!session) return
      let rest = ''
      let turn = Promise.resolve()
      socket.on('data', (bytes) => {
        const lines = (rest + bytes.toString()).split('\r\n')
        rest = lines.pop() ?? ''
        for (const line of lines) turn = turn.then(() => session.take(line))
      })
    },
  )
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
