import SMTPConnection from 'nodemailer/lib/smtp-connection'

export interface OutgoingMail {
  from: string
  to: string[]
  raw: Uint8Array
}

/** Sends mails to an SMTP server on this machine, over so many connections, in order with one. @throws on the first refusal */
export async function sendAll(
  { connections, ...server }: { host: string; port: number; connections: number },
  mails: readonly OutgoingMail[],
): Promise<void> {
  const queue = [...mails]
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = await connect(server)
      for (let mail = queue.shift(); mail; mail = queue.shift()) await send(connection, mail)
      connection.quit()
    }),
  )
}

function connect({ host, port }: { host: string; port: number }): Promise<SMTPConnection> {
  const connection = new SMTPConnection({ host, port, ignoreTLS: true })
  return new Promise((resolve, reject) => {
    connection.once('error', reject)
    connection.connect(() => resolve(connection))
  })
}

function send(connection: SMTPConnection, { from, to, raw }: OutgoingMail): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.send({ from, to }, Buffer.from(raw), (failure) =>
      failure ? reject(failure) : resolve(),
    )
  })
}
