import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Installation } from './installation.ts'
import { execute, type Program, same } from './program.ts'

const textOf = (at: Installation, subject: string): string =>
  [`From: ${at.address}`, `To: ${at.address}`, `Subject: ${subject}`, '', '.', 'Hello', ''].join(
    '\r\n',
  )

/** How often a mail with a subject lies in a folder, once it is there. */
async function copies(at: Installation, folder: string, subject: string): Promise<number> {
  const flow = await at.connect()
  try {
    for (let turn = 0; turn < 100; turn++) {
      const lock = await flow.getMailboxLock(folder)
      const found = (await flow.search({ subject })) || []
      lock.release()
      if (found.length > 0) return found.length
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return 0
  } finally {
    await flow.logout()
  }
}

async function hasArrived(at: Installation, subject: string): Promise<void> {
  same(`${subject} in Sent`, await copies(at, 'Sent', subject), 1)
  same(`${subject} in the inbox`, await copies(at, 'INBOX', subject), 1)
}

export const swaks: Program = {
  name: 'swaks',
  command: 'swaks',
  run: async (at) => {
    const to = ['--from', at.address, '--to', at.address, '--server', at.host, '--silent', '2']
    const login = ['--auth-user', at.address, '--auth-password', at.code]
    const ways: [string, string[]][] = [
      ['swaksplain', ['--port', String(at.submission.port), '--tls', '--auth', 'PLAIN']],
      ['swakslogin', ['--port', String(at.submission.tlsPort), '--tlsc', '--auth', 'LOGIN']],
      ['swakspipe', ['--port', String(at.submission.port), '--tls', '--auth', '--pipeline']],
    ]
    for (const [subject, words] of ways) {
      await execute('swaks', [...to, ...login, ...words, '--header', `Subject: ${subject}`])
      await hasArrived(at, subject)
    }
    const clear = ['--port', String(at.submission.port)]
    // 28: no way to log in was offered. 23, 24, 25: MAIL, RCPT, all recipients refused.
    await execute('swaks', [...to, ...login, ...clear, '--auth'], { codes: [28] })
    await execute('swaks', [...to, ...clear], { codes: [23] })
  },
}

export const msmtp: Program = {
  name: 'msmtp',
  command: 'msmtp',
  run: async (at) => {
    const rc = join(at.folder, 'msmtprc')
    const ways: [string, string, number][] = [
      ['msmtpstarttls', 'tls_starttls on', at.submission.port],
      ['msmtptls', 'tls_starttls off', at.submission.tlsPort],
    ]
    for (const [subject, tls, port] of ways) {
      await writeFile(
        rc,
        `account default\nhost ${at.host}\nport ${port}\nauth on\nuser ${at.address}\npassword ${at.code}
from ${at.address}\ntls on\n${tls}\ntls_certcheck off\n`,
        { mode: 0o600 },
      )
      await execute('msmtp', ['-C', rc, at.address], { input: textOf(at, subject) })
      await hasArrived(at, subject)
    }
    await execute('msmtp', ['-C', rc, '--from', 'boss@example.test', at.address], {
      input: `From: boss@example.test\n\nx\n`,
      // EX_UNAVAILABLE and EX_DATAERR: refused for good.
      codes: [65, 69, 77],
    })
  },
}

export const curlSmtp: Program = {
  name: 'curl (SMTP)',
  command: 'curl',
  run: async (at) => {
    const file = join(at.folder, 'curl-send.eml')
    const login = ['-s', '-S', '-k', '-u', `${at.address}:${at.code}`]
    const mail = ['--mail-from', at.address, '--mail-rcpt', at.address, '-T', file]
    await writeFile(file, textOf(at, 'curltls'))
    await execute('curl', [...login, ...mail, `smtps://${at.host}:${at.submission.tlsPort}`])
    await hasArrived(at, 'curltls')
    await writeFile(file, textOf(at, 'curlstarttls'))
    const url = `smtp://${at.host}:${at.submission.port}`
    await execute('curl', [...login, '--ssl-reqd', ...mail, url])
    await hasArrived(at, 'curlstarttls')
  },
}
