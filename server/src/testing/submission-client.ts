import type { ProgramMailbox } from './imap-client.ts'
import { connectSmtp, type SmtpClient } from './smtp-client.ts'
import type { TestServer } from './start-test-server.ts'

/** What AUTH PLAIN says. */
export const plainOf = ({ address, code }: Pick<ProgramMailbox, 'address' | 'code'>): string =>
  Buffer.from(`\0${address}\0${code}`).toString('base64')

/** A program on the port of submission, in TLS. */
export async function submissionLine({ app }: TestServer): Promise<SmtpClient> {
  const client = await connectSmtp(app.submissionPorts().port ?? 0)
  await client.hello()
  await client.command('STARTTLS')
  await client.secure()
  await client.hello()
  return client
}

/** A program that may send. */
export async function submissionIn(
  server: TestServer,
  box: Pick<ProgramMailbox, 'address' | 'code'>,
): Promise<SmtpClient> {
  const client = await submissionLine(server)
  const answer = await client.command(`AUTH PLAIN ${plainOf(box)}`)
  if (answer.code !== 235) throw new Error(answer.text)
  return client
}
