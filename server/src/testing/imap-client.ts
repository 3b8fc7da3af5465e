import { clientAccess } from '@hongyan/contract/client-access'
import type { HttpClient } from './http-client.ts'
import { newMailbox, type TestMailbox } from './mailbox.ts'
import { connectLine, type ProgramLine } from './program-line.ts'
import { type TestServer, testPassword } from './start-test-server.ts'

/** A mail program by hand. */
export interface ImapClient extends ProgramLine {
  /** Sends a command under a tag of its own. @returns all that came, the tagged line last */
  ask(command: string): Promise<string>
}

export async function connectImap(
  port: number,
  options: { tls?: boolean } = {},
): Promise<ImapClient> {
  const line = connectLine(port, options)
  let tags = 0
  await line.until(/^\* /)
  return {
    ...line,
    ask: (command) => {
      const tag = `t${++tags}`
      line.write(`${tag} ${command}\r\n`)
      return line.until(new RegExp(`(?:^|\\r\\n)${tag} (?:OK|NO|BAD)`))
    },
  }
}

/** Lets in the programs of who is signed in. @returns their authorisation code */
export async function programCode(client: HttpClient): Promise<string> {
  await client.get(clientAccess.stateByUser, { body: { state: 1, password: testPassword } })
  return (await client.get(clientAccess.generatePassword, {})).password
}

/** A mailbox with an authorisation code. */
export interface ProgramMailbox extends TestMailbox {
  code: string
  /** A program that is in. */
  program(): Promise<ImapClient>
}

export async function newProgramMailbox(server: TestServer): Promise<ProgramMailbox> {
  const box = await newMailbox(server)
  const code = await programCode(box.client)
  const program = async () => {
    const client = await connectImap(server.app.imapPorts().tlsPort ?? 0)
    await client.ask(`LOGIN ${box.address} ${code}`)
    return client
  }
  return { ...box, code, program }
}
