import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { connect, createServer } from 'node:tls'
import { promisify } from 'node:util'
import { sourceHost } from './name-server.ts'

const run = promisify(execFile)

/** The other organisation's server. */
export interface MailSource {
  host: string
  port: number
  /** After so many more lines those that come wait. */
  holdAfter(lines: number): void
  /** Lets through who waits, and everybody from now on. */
  release(): void
  stop(): void
}

/**
 * A mailbox of the installation as that of another organisation: under another name, with a certificate that is written
 * to `folder` as the authority. What is said goes through to `imapsPort`.
 */
export async function startMailSource(folder: string, imapsPort: number): Promise<MailSource> {
  const [key, cert] = [join(folder, 'migration-key.pem'), join(folder, 'migration-ca.pem')]
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=source'],
    ...['-addext', `subjectAltName=DNS:${sourceHost}`, '-keyout', key, '-out', cert],
  ])
  let open = Number.POSITIVE_INFINITY
  const waiting: (() => void)[] = []
  const server = createServer({ key: await readFile(key), cert: await readFile(cert) }, (line) => {
    const goOn = () => {
      const to = connect({ port: imapsPort, host: '127.0.0.1', rejectUnauthorized: false })
      line.pipe(to).pipe(line)
      for (const [one, other] of [
        [line, to],
        [to, line],
      ] as const)
        one.on('error', () => other.destroy())
    }
    if (open-- > 0) goOn()
    else waiting.push(goOn)
  })
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: sourceHost,
    port: (server.address() as AddressInfo).port,
    holdAfter: (lines) => {
      open = lines
    },
    release: () => {
      open = Number.POSITIVE_INFINITY
      for (const goOn of waiting.splice(0)) goOn()
    },
    stop: () => server.close(),
  }
}
