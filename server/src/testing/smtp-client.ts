import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** An answer of an SMTP server, all its lines. */
export interface SmtpAnswer {
  code: number
  /** Without code and separator. */
  lines: string[]
  /** The whole, as `250 2.1.0 Accepted`; several lines joined by a line break. */
  text: string
}

export interface SimpleMail {
  from: string
  to: string | string[]
  /** Header and body; the final dot is added, dots are doubled. */
  data: string | Buffer
  /** After the address of MAIL FROM, e.g. `SMTPUTF8`. */
  parameters?: string
}

/** A scripted SMTP or LMTP client that sends exactly the bytes a test gives it. */
export interface SmtpClient {
  greeting: SmtpAnswer
  /** The next answer; rejects when the server closes instead. */
  answer(): Promise<SmtpAnswer>
  /** Sends a line and reads one answer. */
  command(line: string): Promise<SmtpAnswer>
  /** Sends bytes as they are. */
  write(bytes: string | Buffer): void
  /** EHLO, or LHLO. @returns its answer */
  hello(name?: string, verb?: string): Promise<SmtpAnswer>
  /** A whole transaction; @returns the answer to the final dot, or the first refusal */
  send(mail: SimpleMail): Promise<SmtpAnswer>
  /** Goes on in TLS after a 220 to STARTTLS. */
  secure(): Promise<void>
  /** QUIT, and waits for the end. */
  quit(): Promise<void>
  /** Breaks the line. */
  reset(): void
  /** Hangs up without a word. */
  end(): void
  /** Cuts the line at once. */
  destroy(): void
  /** Resolves when the server has closed. */
  closed(): Promise<void>
}

export async function connectSmtp(port: number, host = '127.0.0.1'): Promise<SmtpClient> {
  let socket: Socket = connect(port, host)
  let reader = readAnswers(socket)
  await once(socket, 'connect')
  socket.setNoDelay(true)
  const greeting = await reader.next()

  const client: SmtpClient = {
    greeting,
    answer: () => reader.next(),
    write: (bytes) => {
      socket.write(bytes)
    },
    command: (line) => {
      socket.write(`${line}\r\n`)
      return reader.next()
    },
    hello: (name = 'client.example', verb = 'EHLO') => client.command(`${verb} ${name}`),
    send: (mail) => sendMail(client, mail),
    secure: async () => {
      socket.removeAllListeners('data')
      const secured = connectTls({ socket, rejectUnauthorized: false })
      await once(secured, 'secureConnect')
      socket = secured
      reader = readAnswers(secured)
    },
    quit: async () => {
      await client.command('QUIT')
      socket.end()
      await client.closed()
    },
    reset: () => void socket.resetAndDestroy(),
    end: () => socket.end(),
    destroy: () => socket.destroy(),
    closed: async () => {
      if (!socket.closed) await once(socket, 'close')
    },
  }
  return client
}

async function sendMail(client: SmtpClient, mail: SimpleMail): Promise<SmtpAnswer> {
  const from = await client.command(
    `MAIL FROM:<${mail.from}>${mail.parameters ? ` ${mail.parameters}` : ''}`,
  )
  if (from.code !== 250) return from
  for (const to of [mail.to].flat()) {
    const answer = await client.command(`RCPT TO:<${to}>`)
    if (answer.code !== 250) return answer
  }
  const data = await client.command('DATA')
  if (data.code !== 354) return data
  client.write(stuffed(mail.data))
  return client.answer()
}

/** RFC 5321 §4.5.2. */
export function stuffed(data: string | Buffer): Buffer {
  const text = data.toString('latin1').replace(/(^|\r\n)\./g, '$1..')
  const bytes =
    typeof data === 'string'
      ? Buffer.from(data.replace(/(^|\r\n)\./g, '$1..'))
      : Buffer.from(text, 'latin1')
  const end = text.endsWith('\r\n') ? '.\r\n' : '\r\n.\r\n'
  return Buffer.concat([bytes, Buffer.from(end)])
}

function readAnswers(socket: Socket): { next(): Promise<SmtpAnswer> } {
  const ready: SmtpAnswer[] = []
  const waiting: { resolve(answer: SmtpAnswer): void; reject(error: Error): void }[] = []
  let text = ''
  let lines: string[] = []
  let ended: Error | null = null
  const finish = (error: Error): void => {
    ended ??= error
    for (const one of waiting.splice(0)) one.reject(error)
  }
  const take = (line: string): void => {
    lines.push(line)
    if (line[3] === '-') return
    const answer = {
      code: Number(line.slice(0, 3)),
      lines: lines.map((one) => one.slice(4)),
      text: lines.join('\n'),
    }
    lines = []
    const first = waiting.shift()
    if (first) first.resolve(answer)
    else ready.push(answer)
  }
  socket.on('data', (chunk) => {
    text += chunk.toString()
    const whole = text.split('\r\n')
    text = whole.pop() ?? ''
    for (const line of whole) take(line)
  })
  socket.on('error', finish)
  socket.on('close', () => finish(new Error('the server closed the connection')))
  return {
    next: () => {
      const first = ready.shift()
      if (first) return Promise.resolve(first)
      if (ended) return Promise.reject(ended)
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }))
    },
  }
}
