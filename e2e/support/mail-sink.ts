import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface SunkMail {
  from: string
  to: string[]
  raw: Buffer
}

/** Another organisation's mail server: takes everything and keeps it, but for what is sent to `later…`, which is to come again later. */
export interface MailSink {
  port: number
  mails: SunkMail[]
  /** Waits for the first mail that fits. */
  next(fits: (mail: SunkMail) => boolean): Promise<SunkMail>
  stop(): Promise<void>
}

export async function startMailSink(): Promise<MailSink> {
  const mails: SunkMail[] = []
  const waiting = new Set<() => void>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onRcptTo: ({ address }, _session, answer) => {
      const later = Object.assign(new Error('4.7.1 Come back later'), { responseCode: 451 })
      answer(address.startsWith('later') ? later : null)
    },
    onData: (stream, session, answer) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        mails.push({ from, to: rcptTo.map((one) => one.address), raw: Buffer.concat(chunks) })
        answer()
        for (const wake of waiting) wake()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    next: async (fits) => {
      for (;;) {
        const found = mails.find(fits)
        if (found) return found
        await new Promise<void>((resolve) => {
          const wake = () => {
            waiting.delete(wake)
            resolve()
          }
          waiting.add(wake)
        })
      }
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
