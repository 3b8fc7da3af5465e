import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { freePort } from '../support/free-port.ts'
import { createTestMails } from './test-mails.ts'

export const sourcePassword = 'source-of-mail'
export const sourceFolders = ['INBOX', 'Sent', 'Archive', '&mHl27g-', '&mHl27g-.2026'] as const

/** Debian's Dovecot with a mailbox, behind a line that can be cut. */
export interface SourceServer {
  port: number
  /** For the product: who may have signed its certificate. */
  certificate: string
  /** Ends all connections, and takes none for a while. */
  cut(ms: number): Promise<void>
  stop(): void
}

export function isDovecotInstalled(): boolean {
  try {
    execFileSync('which', ['dovecot'], { stdio: 'ignore' })
    return process.getuid?.() === 0
  } catch {
    return false
  }
}

export async function startSource(folder: string, messages: number): Promise<SourceServer> {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  const certificate = makeCertificate(folder)
  fill(join(folder, 'mail'), messages)
  execFileSync('chown', ['-R', 'mail:mail', join(folder, 'mail')])
  const port = await freePort()
  const file = join(folder, 'dovecot.conf')
  writeFileSync(file, configOf(folder, port))
  const child = spawn('dovecot', ['-F', '-c', file], { stdio: 'ignore' })
  const relay = await startRelay(port)
  return {
    ...relay,
    certificate,
    stop: () => {
      relay.close()
      child.kill('SIGTERM')
    },
  }
}

async function startRelay(target: number) {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((socket) => {
    const other = connect(target, '127.0.0.1')
    for (const one of [socket, other]) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        socket.destroy()
        other.destroy()
      })
    }
    if (isCut) return void socket.destroy()
    socket.pipe(other).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    cut: async (ms: number): Promise<void> => {
      isCut = true
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => setTimeout(resolve, ms))
      isCut = false
    },
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

const letters = ['', 'S', 'FS', 'RS', 'S', 'PS', 'DS', 'aS', 'Sab', 'FRS'] as const
/** Big ones make up a hundredth of the first so many. */
const withBig = 2_000

/** Maildir as it lies on Dovecot's disk: mails of 0.2 to 50 kB, some of 10 MB, with every kind of flag and date. */
function fill(root: string, messages: number): void {
  const mailOf = createTestMails(1, ['old@source.test'])
  const places = sourceFolders.map((name) => (name === 'INBOX' ? root : join(root, `.${name}`)))
  for (const place of places) {
    for (const part of ['cur', 'new', 'tmp']) mkdirSync(join(place, part), { recursive: true })
    writeFileSync(join(place, 'dovecot-keywords'), '0 $Important\n1 Paid\n')
  }
  for (let n = 0; n < messages; n++) {
    const place = places[n % 2 === 0 ? 0 : n % places.length] ?? root
    const isSmall = n >= withBig && n % 100 === 99
    const { raw } = mailOf(isSmall ? n + 10_000_001 : n)
    const path = join(place, 'cur', `${1_500_000_000 + n}.M${n}.source:2,${letters[n % 10]}`)
    writeFileSync(path, raw)
    const at = new Date(Date.UTC(2012, 0, 1) + n * 3_601_000)
    utimesSync(path, at, at)
  }
}

export function makeCertificate(folder: string): string {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-x509']
  const name = ['-subj', '/CN=source', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2']
  execFileSync('openssl', ['req', ...curve, ...name, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  })
  return cert
}

const configOf = (folder: string, port: number): string => `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
mail_location = maildir:${folder}/mail
mail_uid = mail
mail_gid = mail
first_valid_uid = 1
first_valid_gid = 1
passdb {
  driver = static
  args = password=${sourcePassword}
}
userdb {
  driver = static
  args = uid=mail gid=mail home=${folder}/mail
}
namespace inbox {
  inbox = yes
  mailbox Sent {
    special_use = \\Sent
    auto = subscribe
  }
  mailbox Archive {
    special_use = \\Archive
    auto = subscribe
  }
}
service imap-login {
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = ${port}
  }
}
`
