import { connect } from 'node:net'

/** A connection that delivers one message after the other, pipelined (RFC 2920) but for DATA's answer. */
export interface SmtpClient {
  /** Resolves with the last answer, `250 …` when the message was taken. */
  send(mail: { sender: string; to: string | readonly string[]; wire: Buffer }): Promise<string>
  close(): void
}

/** @param greeting LHLO where the other side speaks LMTP (RFC 2033) */
export async function connectSmtp(
  port: number,
  greeting: 'EHLO' | 'LHLO' = 'EHLO',
): Promise<SmtpClient> {
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  const lines: string[] = []
  let rest = ''
  let wake: (() => void) | null = null
  let failure: Error | null = null
  socket.on('data', (chunk) => {
    rest += chunk.toString('latin1')
    const parts = rest.split('\r\n')
    rest = parts.pop() ?? ''
    // The last line of an answer has a space after its code.
    for (const line of parts) if (line[3] === ' ') lines.push(line)
    wake?.()
  })
  const fail = (reason: Error): void => {
    failure = reason
    wake?.()
  }
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the server closed the connection')))

  const answer = async (): Promise<string> => {
    while (lines.length === 0) {
      if (failure) throw failure
      await new Promise<void>((resolve) => {
        wake = resolve
      })
      wake = null
    }
    return lines.shift() ?? ''
  }
  const expect = async (code: string): Promise<string> => {
    const line = await answer()
    if (!line.startsWith(code)) throw new Error(`expected ${code}, got ${line}`)
    return line
  }

  await expect('220')
  socket.write(`${greeting} bench.example\r\n`)
  await expect('250')
  return {
    send: async ({ sender, to, wire }) => {
      const recipients = typeof to === 'string' ? [to] : to
      const named = recipients.map((one) => `RCPT TO:<${one}>\r\n`).join('')
      socket.write(`MAIL FROM:<${sender}>\r\n${named}DATA\r\n`)
      for (let at = 0; at <= recipients.length; at++) await expect('250')
      await expect('354')
      socket.write(wire)
      return expect('250')
    },
    close: () => {
      socket.end('QUIT\r\n')
    },
  }
}

/** A message as it goes over the wire: dots doubled, final dot added (RFC 5321 §4.5.2). */
export function toWire(raw: Buffer): Buffer {
  const stuffed = raw.includes('\r\n.')
    ? Buffer.from(raw.toString('latin1').replaceAll('\r\n.', '\r\n..'), 'latin1')
    : raw
  const ended = stuffed.subarray(-2).toString() === '\r\n' ? '.\r\n' : '\r\n.\r\n'
  return Buffer.concat([stuffed, Buffer.from(ended)])
}
