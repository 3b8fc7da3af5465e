import type { InboundMail } from './types.ts'

/** One line of Authentication-Results: method, result and what it is about. */
export interface MethodResult {
  method: 'spf' | 'dkim' | 'dmarc' | 'arc'
  result: string
  comment?: string
  properties: [name: string, value: string][]
}

interface Traced {
  hostname: string
  results: readonly MethodResult[]
  at: Date
  /** Further fields above our Received, each with its line end. */
  more?: string
}

/**
 * The header fields that this delivery puts before a message: Return-Path (RFC 5321 §4.4),
 * Authentication-Results (RFC 8601) above our own Received (RFC 5321 §4.4).
 */
export function traceHeaders(
  mail: InboundMail,
  { hostname, results, at, more = '' }: Traced,
): string {
  return [
    `Return-Path: <${mail.sender}>`,
    [`Authentication-Results: ${hostname}`, ...results.map(methodLine)].join(';\r\n '),
    `${more}${receivedField(mail, { hostname, at })}`,
    '',
  ].join('\r\n')
}

function receivedField(
  mail: InboundMail,
  { hostname, at }: { hostname: string; at: Date },
): string {
  const { peer, recipients } = mail
  const [only] = recipients
  const tls = peer.tls === null ? '' : ` (${safeComment(peer.tls)})`
  // With several recipients their addresses stay between the servers: some may be blind copies.
  const forWhom = only && recipients.length === 1 ? `\r\n for <${only.address}>` : ''
  return (
    `Received: from ${safeName(peer.helo)} (${addressLiteral(peer.ip)})\r\n` +
    ` by ${hostname} with ${transmission(mail)} id ${mail.id}${tls}${forWhom};\r\n ${mailDate(at)}`
  )
}

/** RFC 3848 and, for SMTPUTF8, RFC 6531 §4.3. */
function transmission({ peer, smtpUtf8 }: InboundMail): string {
  const secure = peer.tls === null ? '' : 'S'
  if (smtpUtf8) return `UTF8${peer.protocol === 'LMTP' ? 'LMTP' : 'SMTP'}${secure}`
  return peer.protocol === 'SMTP' ? 'SMTP' : `${peer.protocol}${secure}`
}

const addressLiteral = (ip: string): string => (ip.includes(':') ? `[IPv6:${ip}]` : `[${ip}]`)

/** The peer chose this text: only what a host name or an address literal may hold. */
const safeName = (helo: string): string =>
  helo.replace(/[^A-Za-z0-9.:_[\]-]/g, '?').slice(0, 255) || 'unknown'

const safeComment = (text: string): string => text.replace(/[^A-Za-z0-9 ._=-]/g, '?')

function methodLine({ method, result, comment, properties }: MethodResult): string {
  const said = comment ? ` (${safeComment(comment)})` : ''
  return [`${method}=${result}${said}`, ...properties.map(propertyText)].join('\r\n  ')
}

/** RFC 8601 §2.2: a value is a token or a quoted string; long ones would break the line limit. */
function propertyText([name, value]: [string, string]): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get into a header
  const text = value.replace(/[\x00-\x1f\x7f]/g, '').slice(0, 320)
  const isToken = /^[A-Za-z0-9!#$%&'*+/=^_`{|}~.@-]+$/.test(text)
  return `${name}=${isToken ? text : `"${text.replace(/["\\]/g, '\\$&')}"`}`
}

/** RFC 5322 §3.3, in UTC. */
export const mailDate = (at: Date): string => at.toUTCString().replace('GMT', '+0000')
