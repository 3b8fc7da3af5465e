import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectImap } from './imap-client.ts'
import { isInstalled } from './installed.ts'

/** Debian's Dovecot as it comes, on ports of its own: what programs are used to. */
export interface Dovecot {
  pid: number
  port: number
  /** Where it takes mail in by LMTP; null where that part is not installed, or nobody asked. */
  lmtpPort: number | null
  password: string
  stop(): void
}

const password = 'bench'

/** Null where it is not installed, or where it may not be started: it wants to be root. */
export async function startDovecot(port: number, wanted?: number): Promise<Dovecot | null> {
  if (process.getuid?.() !== 0 || !isInstalled('dovecot')) return null
  const folder = mkdtempSync(join(tmpdir(), 'hongyan-dovecot-'))
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'mail'))
  execFileSync('chown', ['mail:mail', join(folder, 'mail')])
  makeCertificate(folder)
  const lmtpPort = wanted !== undefined && existsSync('/usr/lib/dovecot/lmtp') ? wanted : null
  const file = join(folder, 'dovecot.conf')
  writeFileSync(file, configOf(folder, port) + (lmtpPort === null ? '' : lmtpOf(lmtpPort)))
  const child = spawn('dovecot', ['-F', '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const { pid } = child
  if (pid === undefined) return null
  for (let turn = 0; turn < 100; turn++) {
    const client = await connectImap(port).catch(() => null)
    client?.close()
    if (client)
      return {
        pid,
        port,
        lmtpPort,
        password,
        stop: () => {
          child.kill('SIGTERM')
          child.once('exit', () => rmSync(folder, { recursive: true, force: true }))
        },
      }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  child.kill('SIGTERM')
  throw new Error(`Dovecot does not start: ${said}`)
}

function makeCertificate(folder: string): void {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-x509']
  const words = ['req', ...curve, '-subj', '/CN=bench', '-days', '2', '-keyout', key, '-out', cert]
  execFileSync('openssl', words, { stdio: 'ignore' })
}

/** Hands over as many at once as anybody asks for. */
const lmtpOf = (port: number): string => `
protocols = imap lmtp
service lmtp {
  process_limit = 40
  inet_listener lmtp {
    address = 127.0.0.1
    port = ${port}
  }
}
`

const configOf = (folder: string, port: number): string => `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
mail_location = maildir:${folder}/mail/%u
mail_uid = mail
mail_gid = mail
first_valid_uid = 1
first_valid_gid = 1
mail_max_userip_connections = 2000
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=mail gid=mail home=${folder}/mail/%u
}
service imap-login {
  service_count = 0
  client_limit = 2000
  process_limit = 4
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = ${port}
  }
}
service imap {
  process_limit = 1100
  client_limit = 1
}
default_client_limit = 4000
`
