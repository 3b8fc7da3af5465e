import type { SMTPServerAddress, SMTPServerOptions } from 'smtp-server'
import type { InboundPipeline } from '../../delivery/inbound/pipeline.ts'
import { replies } from '../../delivery/inbound/replies.ts'
import type { Recipient } from '../../delivery/inbound/types.ts'
import { createGate } from '../../platform/gate.ts'
import type { Log } from '../../platform/log.ts'
import type { CertifiedKey } from '../shared/self-signed.ts'
import { refusal } from './answers.ts'
import { defaultLimits, type SmtpLimits } from './limits.ts'
import { MailServer } from './mail-server.ts'
import { addressRefusal, openPort, sayGoodbye } from './open-port.ts'
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
        const { mailFrom } = session.envelope
        const sender = mailFrom ? mailFrom.address : ''
        const ip = lmtp ? null : session.remoteAddress
        void pipeline.admit(address.address, sender, ip).then((admission) => {
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
  const { start, stop } = openPort({
    ...options,
    server,
    limits,
    finished: () => {
      stopping = true
      return Promise.allSettled([...receiving])
    },
  })
  return { renew: ({ key, cert }) => server.updateSecureContext({ key, cert }), start, stop }
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
