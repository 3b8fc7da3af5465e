import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** Another mail server that takes everything: subjects, and when each was taken. */
export interface Sink {
  port: number
  taken: { subject: string; at: number }[]
  stop(): void
}

/** RFC 5321 as little as it goes, so that it costs nothing beside what is measured. */
export async function startSink(): Promise<Sink> {
  const taken: Sink['taken'] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('220 sink\r\n')
    listen(socket, (mail) => {
      const subject = /^Subject: (.*)\r$/m.exec(mail)?.[1] ?? ''
      taken.push({ subject, at: Date.now() })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { port, taken, stop: () => server.close() }
}

function listen(socket: Socket, onMail: (mail: string) => void): void {
  let text = ''
  let inData = false
  /** @returns false when there is no whole line, or no whole mail, yet */
  const step = (): boolean => {
    const mark = inData ? '\r\n.\r\n' : '\r\n'
    const end = text.indexOf(mark)
    if (end < 0) return false
    const piece = text.slice(0, end + 2)
    text = text.slice(end + mark.length)
    if (inData) onMail(piece)
    const answer = inData ? '250 taken' : answerTo(piece)
    inData = answer.startsWith('354')
    socket.write(`${answer}\r\n`)
    if (answer.startsWith('221')) socket.end()
    return true
  }
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    while (step());
  })
}

function answerTo(line: string): string {
  const word = line.slice(0, 4).toUpperCase()
  if (word === 'DATA') return '354 go on'
  return word === 'QUIT' ? '221 bye' : '250 sink'
}
