import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import { type SecureContext, TLSSocket } from 'node:tls'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { SMTPConnectionOptions, SMTPConnectionSendInfo } from 'nodemailer/lib/smtp-connection'
import { judgeTls } from '../tls-policy/judge-tls.ts'
import { isMust, type TlsDemand } from '../tls-policy/tls-policies.ts'
import type { TlsResult } from '../tls-policy/tls-results.ts'
import { leaving } from './canonical-in-turns.ts'
import { inSlices } from './header/dkim.ts'
import { codeOfReply, type Outcome, type Reason, type ReasonCode, reason } from './reasons.ts'
import type { MailWishes, RecipientWishes } from './report-wishes.ts'
import type { TlsUse } from './types.ts'
import { WishingConnection } from './wishing-connection.ts'

/** The longest that one conversation may last, whatever the other side does (slow readers, T24). */
export const conversationLimit = 10 * 60_000

/** A server to speak to. */
export interface Peer {
  /** Address or name that is connected to. */
  address: string
  /** Name of the server, for TLS and for people. */
  name: string
  port: number
  tls: TlsUse
  /** What the domain of the recipients wants (RFC 7672, RFC 8461). */
  demand: TlsDemand
  login: { user: string; password: string } | null
}

export interface OutgoingMail {
  envelopeFrom: string
  recipients: readonly string[]
  /** Canonical bytes. */
  raw: Buffer
  smtputf8: boolean
  /** The server that may have it since an earlier attempt. */
  unansweredBy?: string | null
  /** Which reports are wanted: told to a server that knows of them. */
  wishes: MailWishes & { of: ReadonlyMap<string, RecipientWishes> }
}

/**
 * `done`: the server took position on every recipient. `unreachable`: no position was taken, another server may be
 * tried; `tlsFailed` when it was the handshake that failed. `unanswered`: the whole mail was sent and nothing came back,
 * so the server may have it: no other is tried now (RFC 1047). `tls`: what securing it came to, where that is known.
 */
export type Talk =
  | { kind: 'done'; outcomes: Map<string, Outcome>; tls: TlsResult }
  | { kind: 'unanswered'; reason: Reason }
  | { kind: 'unreachable'; reason: Reason; tlsFailed: boolean; tls: TlsResult | null }

export interface TalkOptions {
  /** Our name in EHLO. */
  hostname: string
  /** Whose certificates are trusted; null: those that Node knows. */
  trusted: SecureContext | null
  signal: AbortSignal
}

/** One SMTP conversation (RFC 5321) with several RCPT. Never throws for anything the other side does. */
export async function talk(peer: Peer, given: OutgoingMail, options: TalkOptions): Promise<Talk> {
  const mail = { ...given, ...(await leaving(given.raw)) }
  const connection = new WishingConnection(connectionOptions(peer, options))
  connection.wishes = given.wishes.of
  const source = inSlices(mail.raw)
  // The final dot follows the last byte at once.
  let isSent = false
  source.once('end', () => {
    isSent = true
  })
  const stop = (why: string) =>
    connection.emit('error', Object.assign(new Error(why), { code: 'ETIMEDOUT' }))
  const timer = setTimeout(() => stop('the conversation took too long'), conversationLimit)
  const onAbort = () => stop('the server is stopping')
  options.signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await converse(connection, peer, { ...mail, source })
  } catch (thrown) {
    const found = unreachable(thrown as SmtpTrouble, peer)
    return isSent ? { kind: 'unanswered', reason: reason('unanswered', found.reason.words) } : found
  } finally {
    clearTimeout(timer)
    options.signal.removeEventListener('abort', onAbort)
    connection.close()
  }
}

/** What nodemailer tells of a failure. */
interface SmtpTrouble extends Error {
  code?: string
  response?: string
  responseCode?: number
  command?: string
  recipient?: string
  rejectedErrors?: SmtpTrouble[]
  /** Of ours: what was wrong with how the line is secured. */
  tls?: TlsResult
}

const connectionOptions = (
  peer: Peer,
  { hostname, trusted }: TalkOptions,
): SMTPConnectionOptions => ({
  host: peer.address,
  port: peer.port,
  name: hostname,
  secure: peer.tls === 'tls',
  requireTLS: peer.tls === 'starttls' || isMust(peer.demand),
  ignoreTLS: peer.tls === 'none',
  opportunisticTLS: peer.tls === 'opportunistic' && !isMust(peer.demand),
  // Opportunistic TLS keeps listeners out (RFC 7435); which certificate is right is judged after the handshake, if a domain says.
  tls: {
    rejectUnauthorized: peer.tls !== 'opportunistic',
    ...(trusted && { secureContext: trusted }),
  },
  // RFC 6066 §3: an address is no server name.
  ...(isIP(peer.name) ? {} : { servername: peer.name }),
  connectionTimeout: 30_000,
  greetingTimeout: 60_000,
  // RFC 5321 §4.5.3.2: five minutes for replies.
  socketTimeout: 5 * 60_000,
  maxResponseSize: 64 * 1024,
})

type MailToSend = OutgoingMail & { source: Readable; isSevenBit: boolean }

function converse(connection: SMTPConnection, peer: Peer, mail: MailToSend): Promise<Talk> {
  return new Promise((resolve, reject) => {
    // Stays for the whole conversation: an error after the answer must not end the process.
    connection.on('error', reject)
    connection.on('end', () => reject(trouble('ECONNECTION', 'the connection was closed')))
    connection.connect((failed) => {
      if (failed) return reject(failed)
      const tls = judgeTls(securedSocket(connection), peer)
      if (tls !== 'success' && isMust(peer.demand))
        return reject(Object.assign(trouble('ETLS', tls), { tls }))
      logIn(connection, peer)
        .then(() => submit(connection, mail))
        .then((outcomes) => resolve({ kind: 'done', outcomes, tls }), reject)
    })
  })
}

/** The library types its socket nowhere. */
function securedSocket(connection: SMTPConnection): TLSSocket | null {
  const { _socket: socket } = connection as unknown as { _socket: unknown }
  return socket instanceof TLSSocket ? socket : null
}

function logIn(connection: SMTPConnection, { login }: Peer): Promise<void> {
  if (!login) return Promise.resolve()
  return new Promise((resolve, reject) => {
    connection.login({ user: login.user, pass: login.password }, (failed) =>
      failed ? reject(failed) : resolve(),
    )
  })
}

async function submit(connection: SMTPConnection, mail: MailToSend): Promise<Map<string, Outcome>> {
  // Of the last EHLO: a reply to AUTH stands between it and the mail.
  if (mail.smtputf8 && !offers(connection, 'SMTPUTF8')) {
    return forAll(mail, { kind: 'bounced', reason: reason('no-smtputf8') })
  }
  // One of them would make the client library refuse the whole envelope.
  const outcomes = forAll(mail, { kind: 'bounced', reason: reason('bad-address') })
  const carried = { ...mail, recipients: mail.recipients.filter(isCarriable) }
  if (carried.recipients.length > 0) {
    const { info, failed } = await send(connection, carried)
    const taken = failed
      ? refusedWhole(carried, failed)
      : outcomesOf(carried, info, offers(connection, 'DSN'))
    for (const [address, outcome] of taken) outcomes.set(address, outcome)
  }
  connection.quit()
  return outcomes
}

/** The library keeps what the last EHLO said and types it nowhere. */
const offers = (connection: SMTPConnection, extension: string): boolean =>
  (connection as unknown as { _supportedExtensions: string[] })._supportedExtensions.includes(
    extension,
  )

/** What can stand between the angle brackets of RCPT TO. */
const isCarriable = (address: string): boolean => address.trim() !== '' && !/[\r\n<>]/.test(address)

const send = (
  connection: SMTPConnection,
  { envelopeFrom, recipients, raw, source, isSevenBit, wishes: { ret, envid } }: MailToSend,
): Promise<{ info: SMTPConnectionSendInfo; failed: null } | { info: null; failed: SmtpTrouble }> =>
  new Promise((resolve) => {
    const envelope = {
      from: envelopeFrom === '' ? (false as const) : envelopeFrom,
      to: [...recipients],
      size: raw.length,
      use8BitMime: !isSevenBit,
      ...(ret || envid ? { dsn: { ...(ret && { ret }), ...(envid && { id: envid }) } } : {}),
    }
    connection.send(envelope, source, (failed, info) =>
      resolve(
        failed ? { info: null, failed } : { info: info as SMTPConnectionSendInfo, failed: null },
      ),
    )
  })

/** After a 250 for the data: refused recipients have their own reply, the others were taken. */
function outcomesOf(
  mail: OutgoingMail,
  info: SMTPConnectionSendInfo,
  reports: boolean,
): Map<string, Outcome> {
  const { words } = reason('refused', info.response)
  const outcomes = forAll(mail, { kind: 'relayed', words, reports })
  return withRefused(outcomes, info.rejectedErrors ?? [])
}

/** Nobody got it: either each recipient was refused, or MAIL or DATA was. */
function refusedWhole(mail: OutgoingMail, failed: SmtpTrouble): Map<string, Outcome> {
  const isAboutMail = isTooBig(failed) || failed.code === 'EENVELOPE'
  if (failed.responseCode === undefined && !isAboutMail) throw failed
  return withRefused(forAll(mail, outcomeOfReply(failed)), failed.rejectedErrors ?? [])
}

/** The client itself refuses a message above the SIZE that the server announced (RFC 1870). */
const isTooBig = (failed: SmtpTrouble): boolean =>
  failed.code === 'EMESSAGE' && failed.message.includes('larger than allowed')

/** The client itself refuses the envelope, which no later try changes. */
const isBadEnvelope = (failed: SmtpTrouble): boolean =>
  failed.code === 'EENVELOPE' && failed.command === 'API'

function outcomeOfReply(failed: SmtpTrouble): Outcome {
  if (isTooBig(failed)) return { kind: 'bounced', reason: reason('too-big', failed.message) }
  if (isBadEnvelope(failed))
    return { kind: 'bounced', reason: reason('bad-address', failed.message) }
  const words = failed.response ?? failed.message
  const why = reason(codeOfReply(words), words)
  return { kind: isPermanent(failed) ? 'bounced' : 'deferred', reason: why }
}

/**
 * 503 (bad sequence) says that the session went wrong, not that the mail was refused; 552 was once said of too many
 * recipients (RFC 5321 §4.5.3.1.10).
 */
const isPermanent = ({ responseCode = 0, response = '' }: SmtpTrouble): boolean =>
  responseCode >= 500 && responseCode !== 503 && !/\btoo many recipients\b/i.test(response)

const forAll = (mail: OutgoingMail, outcome: Outcome): Map<string, Outcome> =>
  new Map(mail.recipients.map((address) => [address, outcome]))

function withRefused(
  outcomes: Map<string, Outcome>,
  refused: readonly SmtpTrouble[],
): Map<string, Outcome> {
  for (const one of refused) {
    if (one.recipient !== undefined) outcomes.set(one.recipient, outcomeOfReply(one))
  }
  return outcomes
}

type Unreachable = Extract<Talk, { kind: 'unreachable' }>

function unreachable(thrown: SmtpTrouble, peer: Peer): Unreachable {
  const words = `${peer.name}: ${thrown.response ?? thrown.message}`
  const failed = (code: ReasonCode, tls: TlsResult | null = null): Unreachable => ({
    kind: 'unreachable',
    reason: reason(code, words),
    tlsFailed: tls !== null,
    tls,
  })
  if (thrown.tls) return failed('tls-policy', thrown.tls)
  if (thrown.code === 'EAUTH') return failed('relay-login')
  if (isCertificateTrouble(thrown)) return failed('certificate', 'certificate-not-trusted')
  if (thrown.code === 'ETLS')
    return failed('tls', thrown.response ? 'starttls-not-supported' : 'validation-failure')
  const tls = isTlsTrouble(thrown) ? 'validation-failure' : null
  return failed(thrown.code === 'ETIMEDOUT' ? 'timeout' : 'unreachable', tls)
}

/** A handshake that the socket reports by itself (certificate, protocol) comes as a socket error. */
const isTlsTrouble = ({ message }: SmtpTrouble): boolean =>
  /\b(SSL|TLS|ssl3|certificate)\b/.test(message)

/** What Node says of a certificate that it does not trust (X509_V_ERR_…, the name in it). */
const isCertificateTrouble = ({ message }: SmtpTrouble): boolean =>
  /\b(?:certificate|altnames|CERT_\w|issuer\b)/i.test(message)

const trouble = (code: string, message: string): SmtpTrouble =>
  Object.assign(new Error(message), { code })
