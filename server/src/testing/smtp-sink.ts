import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { type CertifiedKey, createSelfSigned } from '../protocols/shared/self-signed.ts'

/** A mail as another server received it. */
export interface SunkMail {
  from: string
  recipients: string[]
  raw: Buffer
  secured: boolean
  user: string | null
  /** The name that the client gave in EHLO. */
  hello: string
  /** Which reports its sender wants (RFC 3461), as RCPT TO said it. */
  wishes: Record<string, { notify?: string[] | null; orcpt?: string | null }>
  /** Parameters of MAIL FROM. */
  parameters: Record<string, string | true>
}

/** How the sink behaves; a test may change it at any time. */
export interface SinkBehaviour {
  /** Refuses recipients: their local part or whole address → reply `550 5.1.1 No such user`. */
  recipients: Record<string, string>
  /** Refuses every mail after its data with this reply. */
  data: string | null
  /** Greets, then never answers. */
  hang: boolean
  /** Accepts the connection and closes it at once. */
  drop: boolean
}

/** A real receiving SMTP server for tests. */
export interface SmtpSink {
  host: string
  port: number
  mails: SunkMail[]
  behaviour: SinkBehaviour
  connections: number
  /** Resolves when so many mails have come. */
  received(count: number, timeoutMs?: number): Promise<SunkMail[]>
  stop(): Promise<void>
}

export interface SinkOptions {
  /** Commands that are not offered: STARTTLS, SMTPUTF8, PIPELINING, SIZE, 8BITMIME, DSN. */
  without?: string[]
  /** Address to listen on: other loopback addresses stand for other hosts. */
  host?: string
  port?: number
  /** Takes mail only from this user. */
  login?: { user: string; password: string }
  maxSize?: number
  /** Recipients of one mail; the others get 452. */
  maxRecipients?: number
  /** Its key and certificate, with those above it; else one that nobody has reason to trust. */
  identity?: CertifiedKey
}

export async function startSmtpSink(options: SinkOptions = {}): Promise<SmtpSink> {
  const { host = '127.0.0.1', port = 0 } = options
  const waiting: { count: number; resolve(mails: SunkMail[]): void }[] = []
  const behaviour: SinkBehaviour = { recipients: {}, data: null, hang: false, drop: false }
  const mails: SunkMail[] = []
  const sink = { connections: 0 }

  const keep = (mail: SunkMail) => {
    mails.push(mail)
    for (const one of waiting) if (mails.length >= one.count) one.resolve([...mails])
  }

  const server = new SMTPServer({
    ...(await serverOptions(options)),
    onConnect: (_session, done) => {
      sink.connections++
      if (behaviour.drop) return done(replyError('421 4.3.2 Closing'))
      if (!behaviour.hang) done()
    },
    onAuth: (login, _session, done) => {
      const right =
        login.username === options.login?.user && login.password === options.login?.password
      if (right) done(null, { user: login.username })
      else done(replyError('535 5.7.8 Wrong user or password'))
    },
    onRcptTo: ({ address }, session, done) => {
      if (session.envelope.rcptTo.length >= (options.maxRecipients ?? Number.POSITIVE_INFINITY))
        return done(replyError('452 4.5.3 Too many recipients'))
      const local = address.slice(0, address.lastIndexOf('@'))
      const reply = behaviour.recipients[address] ?? behaviour.recipients[local]
      done(reply ? replyError(reply) : null)
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (behaviour.data !== null) return done(replyError(behaviour.data))
        keep(mailOf(session, Buffer.concat(chunks)))
        done(null, '2.0.0 queued as sink')
      })
    },
  })
  // Clients that go away in the middle are what some tests are about.
  server.on('error', () => undefined)
  server.listen(port, host)
  await once(server.server, 'listening')
  return {
    host,
    port: (server.server.address() as AddressInfo).port,
    mails,
    behaviour,
    get connections() {
      return sink.connections
    },
    received: (count, timeoutMs = 10_000) => waitFor({ mails, waiting }, count, timeoutMs),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function serverOptions({
  without = [],
  login,
  maxSize,
  identity,
}: SinkOptions): Promise<SMTPServerOptions> {
  const missing = (name: string) => without.includes(name)
  return {
    disabledCommands: [...(missing('STARTTLS') ? ['STARTTLS'] : []), ...(login ? [] : ['AUTH'])],
    authOptional: !login,
    allowInsecureAuth: true,
    hideSMTPUTF8: missing('SMTPUTF8'),
    hidePIPELINING: missing('PIPELINING'),
    hide8BITMIME: missing('8BITMIME'),
    hideDSN: missing('DSN'),
    closeTimeout: 100,
    disableReverseLookup: true,
    ...(maxSize ? { size: maxSize } : {}),
    ...(identity ?? (await createSelfSigned('sink.test', new Date()))),
  } as SMTPServerOptions
}

function mailOf(session: SMTPServerSession, raw: Buffer): SunkMail {
  const { mailFrom, rcptTo } = session.envelope
  return {
    from: mailFrom ? mailFrom.address : '',
    recipients: rcptTo.map((one) => one.address),
    raw,
    secured: session.secure,
    user: typeof session.user === 'string' ? session.user : null,
    wishes: Object.fromEntries(rcptTo.map((one) => [one.address, one.dsn ?? {}])),
    hello: String(session.hostNameAppearsAs),
    parameters: mailFrom ? { ...mailFrom.args } : {},
  }
}

/** @param reply `550 5.1.1 No such user` */
function replyError(reply: string): Error & { responseCode: number } {
  const [code = '451', ...words] = reply.split(' ')
  return Object.assign(new Error(words.join(' ')), { responseCode: Number(code) })
}

interface Waiting {
  mails: SunkMail[]
  waiting: { count: number; resolve(mails: SunkMail[]): void }[]
}

function waitFor({ mails, waiting }: Waiting, count: number, ms: number): Promise<SunkMail[]> {
  if (mails.length >= count) return Promise.resolve([...mails])
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`${mails.length} of ${count} mails came within ${ms} ms`)),
      ms,
    )
    waiting.push({
      count,
      resolve: (all) => {
        clearTimeout(timer)
        resolve(all)
      },
    })
  })
}
