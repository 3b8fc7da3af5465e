import { sql } from '../platform/db/sql.ts'
import { type HttpClient, httpClient } from './http-client.ts'
import { type TestServer, testPassword } from './start-test-server.ts'

/** Somebody new who gave the right password and owes the second step: what that gave is held as if it were tokens. */
export async function halfIn(server: TestServer, address: string): Promise<HttpClient> {
  await server.addPerson({ address })
  await server.app.database.run(sql`
    UPDATE users u SET bound_phone = '13800138000', second_by_phone = true FROM accounts a
    WHERE a.id = u.account_id AND a.address = ${address}`)
  const client = httpClient(server.url)
  const { data } = await client.logIn(address, testPassword)
  const ticket = data.second?.ticket ?? ''
  client.tokens = { ...data, accessToken: ticket, refreshToken: ticket }
  return client
}
