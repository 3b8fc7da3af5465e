import { once } from 'node:events'
import type { SMTPServerAddress, SMTPServerOptions, SMTPServerSession } from 'smtp-server'
import type { InboundPipeline } from '../../delivery/inbound/pipeline.ts'
import { replies } from '../../delivery/inbound/replies.ts'
import type { Recipient } from '../../delivery/inbound/types.ts'
import { createGate } from '../../platform/gate.ts'
import type { Log } from '../../platform/log.ts'
import { isCrowded } from '../shared/crowding.ts'
import type { CertifiedKey } from '../shared/self-signed.ts'
import { refusal } from './answers.ts'
import type { MailConnection } from './connection.ts'
import { defaultLimits, type SmtpLimits } from './limits.ts'
import { MailServer } from './mail-server.ts'
import { type Receiving, receiveMail } from './receive.ts'

export interface SmtpListenerOptions {
  host: string
  /** 0: any free one. */
  port: number
  /** What the server calls itself. */
  hostname: string
  /** True: LMTP (RFC 2033) for a Postfix in front of us. */
  lmtp?: boolean
  certificate: CertifiedKey
  pipeline: InboundPipeline
  log: Log
  limits?: Partial<SmtpLimits>
}

export interface SmtpListener {
  /** @returns the port; rejects if it is taken */
  start(): Promise<number>
  /** Another certificate for whoever asks for TLS from now on. */
  renew(certificate: CertifiedKey): void
  /** Takes no new connections, ends the idle ones, finishes the mails on their way. */
  stop(): Promise<void>
}

/** The port for mail from other servers: no AUTH, only mail to our own mailboxes. */
export function createSmtpListener(options: SmtpListenerOptions): SmtpListener {
  const { pipeline, log, lmtp = false } = options
  const limits = { ...defaultLimits, ...options.limits }
  const onTheWay = createGate({ total: limits.onTheWay })
  const mailboxes = new WeakMap<SMTPServerAddress, Recipient>()
  const receiving = new Set<Promise<void>>()
  let stopping = false

  const server: MailServer = new MailServer(
    {
      ...libraryOptions(options, limits),
      onMailFrom: (address, session, answer) =>
        answer(addressRefusal(address, { session, parameters: mailParameters })),
      onRcptTo: (address, session, answer) => {
        const refused = addressRefusal(address, { session, parameters: rcptParameters })
        if (refused) return answer(refused)
        // The library counts different addresses; each costs a look-up, also the same one again.
        if (!server.connectionOf(session).watch.recipientArrived())
          return answer(refusal(replies.tooManyRecipients))
        void pipeline.admit(address.address).then((admission) => {
          if (admission.kind === 'refused') return answer(refusal(admission.reply))
          mailboxes.set(address, admission.mailbox)
          answer()
        })
      },
      onData: (stream, session, answer) => {
        const connection = server.connectionOf(session)
        const recipients = session.envelope.rcptTo.flatMap((one) => {
          const mailbox = mailboxes.get(one)
          return mailbox ? [{ address: one.address, mailbox }] : []
        })
        const mail: Receiving = { stream, session, watch: connection.watch, recipients, answer }
        const work = receiveMail({ pipeline, limits, onTheWay, lmtp, log }, mail).finally(() => {
          receiving.delete(work)
          if (stopping) sayGoodbye(connection)
        })
        receiving.add(work)
      },
    },
    { limits, acknowledge: (receipts) => pipeline.acknowledge(receipts) },
  )
  server.on('error', (error) => log.debug({ err: error }, 'a mail connection failed'))
  let sweep: NodeJS.Timeout | undefined

  return {
    renew: ({ key, cert }) => server.updateSecureContext({ key, cert }),
    start: async () => {
      server.listen({ host: options.host, port: options.port })
      await once(server.server, 'listening')
      sweep = setInterval(
        () => endOverdue(server, limits),
        Math.min(1_000, limits.lineTimeout),
      ).unref()
      const address = server.server.address()
      return typeof address === 'object' && address ? address.port : options.port
    },
    stop: async () => {
      stopping = true
      clearInterval(sweep)
      const closed = new Promise<void>((resolve) => server.close(resolve))
      for (const connection of server.mailConnections()) {
        if (!connection.watch.isBusy()) sayGoodbye(connection)
      }
      await Promise.race([Promise.allSettled([...receiving]), closed])
      await closed
    },
  }
}

function sayGoodbye(connection: MailConnection): void {
  connection.send(421, '4.3.2 The server is stopping, try again shortly')
  // A peer that does not hang up must not hold up the stop.
  setTimeout(() => connection._socket.destroy(), 500).unref()
}

/** AUTH belongs to the submission port; the others are jokes and a proxy's. */
const disabledCommands = ['AUTH', 'XCLIENT', 'XFORWARD', 'WIZ', 'SHELL', 'KILL']

function libraryOptions(options: SmtpListenerOptions, limits: SmtpLimits): SMTPServerOptions {
  return {
    name: options.hostname,
    banner: 'Hongyan',
    heloResponse: '%s',
    lmtp: options.lmtp ?? false,
    key: options.certificate.key,
    cert: options.certificate.cert,
    minVersion: 'TLSv1.2',
    size: limits.messageSize,
    maxRecipients: limits.recipients,
    maxCommandLength: limits.commandLength,
    socketTimeout: limits.commandTimeout,
    closeTimeout: limits.stopGrace,
    disabledCommands,
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: false,
    logger: false,
  }
}

/** Extensions that EHLO offered (RFC 1870, 6152, 6531). */
const mailParameters = new Set(['SIZE', 'BODY', 'SMTPUTF8'])
const rcptParameters = new Set<string>()

function addressRefusal(
  { address, args }: SMTPServerAddress,
  { session, parameters }: { session: SMTPServerSession; parameters: Set<string> },
): Error | null {
  // RFC 5321 §4.1.1.11: what was not offered must not be passed over.
  const isKnown = Object.keys(args || {}).every((name) => parameters.has(name))
  if (!isKnown) return refusal(replies.unknownParameter)
  // RFC 6531 §3.5: a mail with such an address is announced with SMTPUTF8. Domains are left out: the
  // library shows xn-- names, which are ASCII on the wire, in Unicode.
  const local = address.slice(0, address.lastIndexOf('@') + 1)
  const isAscii = /^[\x20-\x7e]*$/.test(local)
  return isAscii || session.envelope.smtpUtf8 ? null : refusal(replies.needsUtf8)
}

function endOverdue(server: MailServer, limits: SmtpLimits): void {
  const open = server.mailConnections()
  const crowded = isCrowded(open.length, limits)
  for (const connection of open) {
    // While a handler of ours works the peer waits for us, not we for it.
    if (connection._handlerPending) continue
    const why = connection.watch.overdue(crowded)
    if (why) connection.send(421, why)
  }
}
