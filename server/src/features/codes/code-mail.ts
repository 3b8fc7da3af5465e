import { randomUUID } from 'node:crypto'
import MimeNode from 'nodemailer/lib/mime-node'
import { withCrlf } from '../../delivery/outbound/canonical-bytes.ts'
import type { Outbox } from '../../delivery/outbound/outbox.ts'
import { notByPeople } from '../../delivery/outbound/types.ts'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/pool.ts'
import { messageOf } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'

/** What sends codes by mail. */
export interface CodeMails {
  /** Resolves in any case: what went wrong is in the log, and whoever asked learns nothing by it. */
  send(address: string, code: string): Promise<void>
}

interface Options {
  database: Database
  blobs: BlobStore
  outbox: Pick<Outbox, 'submit' | 'wake'>
  clock: Clock
  log: Log
  domains(): Promise<string[]>
}

/** Codes to addresses outside, from the first domain of the organisation, so that they are signed. */
export const createCodeMails = ({
  database,
  blobs,
  outbox,
  clock,
  log,
  domains,
}: Options): CodeMails => ({
  send: async (address, code) => {
    try {
      const [domain = 'localhost'] = await domains()
      const blob = await blobs.put(await mailWith(code, { to: address, domain, now: clock.now() }))
      await database.transaction((tx) =>
        outbox.submit(tx, {
          accountId: null,
          judged: notByPeople,
          kind: 'bounce',
          sendKey: null,
          // Nobody is told when it does not arrive: whoever waits asks for another one.
          envelopeFrom: '',
          blob,
          smtputf8: /[^\x20-\x7e]/.test(address),
          holdUntil: null,
          recipients: [{ address, name: '', kind: 'to' }],
        }),
      )
      outbox.wake()
    } catch (thrown) {
      log.error({ reason: messageOf(thrown) }, 'a code could not be mailed')
    }
  },
})

async function mailWith(
  code: string,
  { to, domain, now }: { to: string; domain: string; now: Date },
): Promise<Buffer> {
  const node = new MimeNode('text/plain; charset=utf-8', { newline: 'win' })
  node.setHeader({
    From: { name: '邮件系统 Mail System', address: `mailer-daemon@${domain}` },
    To: to,
    Subject: `验证码 Your code: ${code}`,
    Date: now.toUTCString().replace('GMT', '+0000'),
    'Message-ID': `<${randomUUID()}@${domain}>`,
    'Auto-Submitted': 'auto-generated',
  })
  node.setContent(
    [
      `您在 ${domain} 的邮箱的验证码为：${code}`,
      '5 分钟内有效，只能使用一次。如非本人操作，请忽略，并不要告诉任何人。',
      '',
      `The code for your mailbox at ${domain}: ${code}`,
      'It is valid for 5 minutes and can be used once. If you did not ask for it, ignore this mail and tell the code to nobody.',
      '',
    ].join('\n'),
  )
  return withCrlf(await node.build())
}
