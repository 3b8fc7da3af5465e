import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'

/** A mail as another server took it: it answered 250 at `at`. */
export interface Sunk {
  subject: string
  /** What the sender called itself in EHLO. */
  hello: string
  at: number
}

export interface Sink {
  port: number
  sunk: readonly Sunk[]
  stop(): Promise<void>
}

/** Another mail server; it answers each mail after `waitMs`, so that a kill has something to hit. */
export async function startSink(waitMs: number): Promise<Sink> {
  const sunk: Sunk[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        await delay(waitMs)
        const subject = /^Subject: (.*)\r$/m.exec(Buffer.concat(chunks).toString())?.[1] ?? ''
        sunk.push({ subject, hello: String(session.hostNameAppearsAs), at: Date.now() })
        done(null, '2.0.0 taken')
      })
    },
  })
  // Senders that are killed in the middle are what this is about.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return { port, sunk, stop: () => new Promise((resolve) => server.close(() => resolve())) }
}
