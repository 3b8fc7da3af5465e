import { randomUUID } from 'node:crypto'
import { sendAll } from '../commands/send-mail.ts'
import type { TestServer } from './start-test-server.ts'

export interface MailParts {
  from?: string
  to?: string
  subject?: string
  text?: string
  html?: string
  date?: Date
  messageId?: string
  references?: string[]
  headers?: Record<string, string>
}

/** A complete RFC 5322 message in UTF-8 with CRLF. */
export function mail(parts: MailParts = {}): Buffer {
  const id = parts.messageId ?? `${randomUUID()}@other.test`
  const references = parts.references?.map((one) => `<${one}>`).join(' ')
  const headers: Record<string, string | undefined> = {
    From: parts.from ?? 'Peer <peer@other.test>',
    To: parts.to ?? 'a@example.test',
    Subject: parts.subject ?? 'hello',
    Date: (parts.date ?? new Date()).toUTCString(),
    'Message-ID': `<${id}>`,
    'In-Reply-To': references && `<${parts.references?.at(-1)}>`,
    References: references,
    'MIME-Version': '1.0',
    'Content-Type': parts.html ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8',
    ...parts.headers,
  }
  const head = Object.entries(headers)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  return Buffer.from(`${head}\r\n${parts.html ?? parts.text ?? 'hello'}\r\n`)
}

/** Brings mails in through the SMTP port, in order. */
export async function deliver(
  server: TestServer,
  to: string,
  ...mails: readonly (Buffer | MailParts)[]
): Promise<void> {
  const outgoing = mails.map((one) => ({
    from: 'peer@other.test',
    to: [to],
    raw: Buffer.isBuffer(one) ? one : mail({ to, ...one }),
  }))
  await sendAll({ host: '127.0.0.1', port: server.smtpPort, connections: 1 }, outgoing)
}
