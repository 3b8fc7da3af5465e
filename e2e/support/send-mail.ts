import SMTPConnection from 'nodemailer/lib/smtp-connection'

/** Hands one mail to the product as another mail server would. @throws when it is refused */
export async function sendMail(
  port: number,
  { to, raw, from = 'peer@other.test' }: { to: string; raw: Buffer | string; from?: string },
): Promise<void> {
  const connection = new SMTPConnection({ host: '127.0.0.1', port, ignoreTLS: true })
  await new Promise<void>((resolve, reject) => {
    connection.once('error', reject)
    connection.connect(() => {
      connection.send({ from, to: [to] }, raw, (failure) => (failure ? reject(failure) : resolve()))
    })
  })
  connection.quit()
}

/** A small mail; `html` makes it an HTML one. */
export function mailText({
  subject,
  text,
  html,
  from,
}: {
  subject: string
  text?: string
  html?: string
  from?: string
}): string {
  return [
    `From: ${from ?? 'Peer Person <peer@other.test>'}`,
    'To: a@example.test',
    `Subject: ${subject}`,
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <${crypto.randomUUID()}@other.test>`,
    'MIME-Version: 1.0',
    `Content-Type: ${html === undefined ? 'text/plain' : 'text/html'}; charset=utf-8`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(html ?? text ?? '')
      .toString('base64')
      .replace(/.{76}/g, '$&\r\n'),
    '',
  ].join('\r\n')
}

interface MailFile {
  name: string
  type: string
  content: string | Buffer
  /** Stands in the text as `cid:` of this. */
  contentId?: string
}

/** A mail with files; all in base64. */
export function mailWithFiles({
  subject,
  html = '<p>see the files</p>',
  from = 'Peer Person <peer@other.test>',
  headers = {},
  files,
}: {
  subject: string
  html?: string
  from?: string
  headers?: Record<string, string>
  files: readonly MailFile[]
}): string {
  const boundary = `b${crypto.randomUUID()}`
  const part = (head: string[], content: string | Buffer) => [
    `--${boundary}`,
    ...head,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(content).toString('base64').replace(/.{76}/g, '$&\r\n'),
  ]
  return [
    `From: ${from}`,
    'To: a@example.test',
    `Subject: ${subject}`,
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <${crypto.randomUUID()}@other.test>`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    '',
    ...part(['Content-Type: text/html; charset=utf-8'], html),
    ...files.flatMap(({ name, type, content, contentId }) =>
      part(
        [
          `Content-Type: ${type}; name="${name}"`,
          `Content-Disposition: ${contentId ? 'inline' : 'attachment'}; filename="${name}"`,
          ...(contentId ? [`Content-ID: <${contentId}>`] : []),
        ],
        content,
      ),
    ),
    `--${boundary}--`,
    '',
  ].join('\r\n')
}
