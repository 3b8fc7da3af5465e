import type { ProgramMailbox } from './imap-client.ts'
import { connectLine, type ProgramLine } from './program-line.ts'
import type { TestServer } from './start-test-server.ts'

/** A program that fetches mail, by hand. */
export interface Pop3Client extends ProgramLine {
  /** @returns the line that answers */
  ask(command: string): Promise<string>
  /** @returns what stands between the line that answers and the final dot, as it came; a refusal as it is */
  askLines(command: string): Promise<string>
}

export async function connectPop3(
  port: number,
  options: { tls?: boolean } = {},
): Promise<Pop3Client> {
  const line = connectLine(port, options)
  await line.until(/^\+OK /)
  const ask = (command: string): Promise<string> => {
    line.write(`${command}\r\n`)
    return line.until(/^(?:\+OK|-ERR|\+ )/)
  }
  return {
    ...line,
    ask,
    askLines: async (command) => {
      const first = await ask(command)
      if (!first.startsWith('+OK')) return first
      return (await line.until(/(?:^|\r\n)\.\r\n/)).replace(/\.\r\n$/, '')
    },
  }
}

/** A program that is in. */
export async function popIn(
  server: TestServer,
  { address, code }: Pick<ProgramMailbox, 'address' | 'code'>,
): Promise<Pop3Client> {
  const client = await connectPop3(server.app.pop3Ports().tlsPort ?? 0)
  await client.ask(`USER ${address}`)
  const answer = await client.ask(`PASS ${code}`)
  if (!answer.startsWith('+OK')) {
    client.close()
    throw new Error(answer)
  }
  return client
}
