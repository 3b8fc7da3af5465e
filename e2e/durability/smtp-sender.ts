import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** One SMTP connection; every call rejects when the connection breaks. */
export interface SmtpSender {
  /** @returns the answer to the final dot, or the first refusal before it */
  send(mail: { sender: string; recipients: readonly string[]; raw: Buffer }): Promise<string>
  close(): void
}

export async function connectSender(port: number): Promise<SmtpSender> {
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  const next = answersOf(socket)
  await once(socket, 'connect')
  await expect(next, '220')
  socket.write('EHLO sender.example\r\n')
  await expect(next, '250')
  return {
    send: async ({ sender, recipients, raw }) => {
      const commands = [`MAIL FROM:<${sender}>`, ...recipients.map((one) => `RCPT TO:<${one}>`)]
      for (const command of commands) {
        socket.write(`${command}\r\n`)
        const answer = await next()
        if (!answer.startsWith('250')) return refused(socket, next, answer)
      }
      socket.write('DATA\r\n')
      const go = await next()
      if (!go.startsWith('354')) return refused(socket, next, go)
      socket.write(toWire(raw))
      return next()
    },
    close: () => {
      socket.end('QUIT\r\n')
    },
  }
}

/** The transaction is given up, the connection stays. */
async function refused(socket: Socket, next: () => Promise<string>, answer: string) {
  socket.write('RSET\r\n')
  await next()
  return answer
}

async function expect(next: () => Promise<string>, code: string): Promise<void> {
  const line = await next()
  if (!line.startsWith(code)) throw new Error(`expected ${code}, got ${line}`)
}

/** The last line of each answer, in order. */
function answersOf(socket: Socket): () => Promise<string> {
  const ready: string[] = []
  let rest = ''
  let failure: Error | null = null
  let wake: () => void = () => undefined
  const fail = (reason: Error): void => {
    failure ??= reason
    wake()
  }
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString('latin1')).split('\r\n')
    rest = lines.pop() ?? ''
    ready.push(...lines.filter((line) => line[3] === ' '))
    wake()
  })
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the server closed the connection')))
  return async () => {
    for (;;) {
      const line = ready.shift()
      if (line !== undefined) return line
      if (failure) throw failure
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
}

/** As it goes over the wire: dots doubled, final dot added (RFC 5321 §4.5.2). */
export function toWire(raw: Buffer): Buffer {
  const isStuffed = raw.includes('\r\n.') || raw[0] === 0x2e
  const body = isStuffed
    ? Buffer.from(raw.toString('latin1').replace(/(^|\r\n)\./g, '$1..'), 'latin1')
    : raw
  const isWhole = body.length >= 2 && body.subarray(-2).toString('latin1') === '\r\n'
  return Buffer.concat([body, Buffer.from(isWhole ? '.\r\n' : '\r\n.\r\n')])
}
