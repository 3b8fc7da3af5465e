import { readFileSync } from 'node:fs'
import { isIP, connect as plainConnect, type Socket } from 'node:net'
import { type ConnectionOptions, connect as secureConnect } from 'node:tls'
import { Client } from 'ldapts'
import type { LdapConfig } from '../../config-ldap.ts'
import { slowWork } from '../../platform/db/slow-work.ts'
import { AppError, messageOf } from '../../platform/errors.ts'
import { createGate } from '../../platform/gate.ts'
import type { Log } from '../../platform/log.ts'

const connectMs = 3_000
const answerMs = 5_000
/** The whole of one server: connecting, TLS, search and bind. */
const serverMs = 12_000
/** Logins that ask the directory at the same time. */
const atOnce = 8

type Settings = Pick<LdapConfig, 'urls' | 'tls' | 'caFile'>

/**
 * One conversation with the directory: the server that answered last is asked first, and where it fails the next one.
 * @returns what runs one @throws login.directory-away when no server answered
 */
export function createLdapServers({ urls, tls, caFile }: Settings, log: Log) {
  const gate = createGate({ total: atOnce })
  const ca = caFile === null ? {} : { ca: readFileSync(caFile) }
  let first = 0
  /** @param ms the whole of one server, where it may take longer than a login */
  return <T>(work: (client: Client) => Promise<T>, ms = serverMs): Promise<T> => {
    slowWork('the network')
    return gate.run(
      async () => {
        for (let turn = 0; turn < urls.length; turn++) {
          const at = (first + turn) % urls.length
          const url = new URL(urls[at] ?? '')
          try {
            const result = await talk(url, { tls, ca, work, ms })
            first = at
            return result
          } catch (thrown) {
            log.error(
              { server: url.host, reason: messageOf(thrown) },
              'the directory did not answer',
            )
          }
        }
        throw new AppError('login.directory-away')
      },
      { who: 'directory' },
    )
  }
}

interface Talk<T> {
  tls: 'starttls' | 'none'
  ca: Pick<ConnectionOptions, 'ca'>
  ms: number
  work: (client: Client) => Promise<T>
}

async function talk<T>(url: URL, { tls, ca, work, ms }: Talk<T>): Promise<T> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const secure: ConnectionOptions = {
    ...ca,
    host,
    minVersion: 'TLSv1.2',
    ...(isIP(host) === 0 && { servername: host }),
  }
  const sockets: Socket[] = []
  /** Where the line is cut after StartTLS, the client would begin again without it and send the password in the clear. */
  const once = <S extends Socket>(open: () => S): S => {
    if (sockets.length > 0) throw new Error('the line was cut')
    const socket = open()
    sockets.push(socket)
    return socket
  }
  const client = new Client({
    url: url.href,
    connectTimeout: connectMs,
    timeout: Math.max(answerMs, ms / 4),
    ...(url.protocol === 'ldaps:'
      ? { createSecureConnection: () => once(() => secureConnect(portOf(url), host, secure)) }
      : { createConnection: () => once(() => plainConnect(portOf(url), host)) }),
  })
  const timer = setTimeout(() => {
    for (const socket of sockets) socket.destroy()
  }, ms)
  try {
    if (url.protocol === 'ldap:' && tls === 'starttls') await client.startTLS(secure)
    return await work(client)
  } finally {
    clearTimeout(timer)
    if (client.isConnected) await client.unbind().catch(() => undefined)
    for (const socket of sockets) socket.destroy()
  }
}

const portOf = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'ldaps:' ? 636 : 389) : Number(port)
