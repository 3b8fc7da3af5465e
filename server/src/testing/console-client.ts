import { consoleContract as api, console as fromMail } from '@hongyan/contract/console'
import { type HttpClient, httpClient } from './http-client.ts'
import { type TestServer, testPassword } from './start-test-server.ts'

export const consoleUrl = (server: TestServer): string =>
  `http://127.0.0.1:${server.app.consolePort()}`

/** Somebody with a role at work in the console, who gave the password again. */
export async function inConsole(server: TestServer, address: string): Promise<HttpClient> {
  const mail = httpClient(server.url)
  await mail.logIn(address, testPassword)
  const { url } = await mail.get(fromMail.token, {})
  const ticket = new URLSearchParams(new URL(url).hash.slice(1)).get('ticket') ?? ''
  const client = httpClient(consoleUrl(server))
  const { token } = await client.get(api.open, { body: { ticket } })
  client.tokens = { accessToken: token } as never
  await client.get(api.confirm, { body: { password: testPassword } })
  return client
}

/** An owner, in the mailbox and in the console. */
export async function consoleOwner(
  server: TestServer,
  address = 'owner@example.test',
): Promise<{ mail: HttpClient; desk: HttpClient; accountId: number }> {
  const { accountId } = await server.addPerson({ address, isAdmin: true })
  const mail = httpClient(server.url)
  await mail.logIn(address, testPassword)
  return { mail, desk: await inConsole(server, address), accountId }
}
