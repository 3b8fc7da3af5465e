import { setTimeout as delay } from 'node:timers/promises'
import { consoleContract, console as fromMail } from '@hongyan/contract/console'
import type { Endpoint } from '@hongyan/contract/endpoint'
import pg from 'pg'
import { connectApi } from '../durability/api.ts'
import { callHttp } from '../durability/http-call.ts'
import { command, databaseUrlOf, domain, password } from '../durability/product.ts'
import type { Office } from './attack.ts'

/** Made by the command line, as the first administrator of an organisation is. */
export async function openOffice(
  folder: string,
  ports: { httpPort: number; consolePort: number },
  name = 'office',
): Promise<Office> {
  const { httpPort, consolePort } = ports
  const address = `${name}@${domain}`
  const { code, said } = await command(
    { folder },
    ['user', 'add', address, '--admin'],
    `${password}\n`,
  )
  if (code !== 0) throw new Error(`no administrator: ${said}`)
  const api = connectApi(httpPort, { fresh: true })
  await api.logIn(address, password)
  return {
    admin: { address, api, inbox: 0 },
    consolePort,
    another: (one) => openOffice(folder, ports, one),
    sql: async (text, values = []) => {
      const client = new pg.Client({ connectionString: databaseUrlOf(folder) })
      await client.connect()
      try {
        return (await client.query(text, values)).rows
      } finally {
        await client.end()
      }
    },
  }
}

/** Others who guess at the same door, from the same address, use up what it answers in a minute. */
const patience = 5
const aWhile = 20_000

/** @returns a token of the console, got by a ticket of the mail as its page does; '' when that is refused */
export async function consoleToken(office: Office): Promise<string> {
  for (let left = patience; ; left--) {
    const opened = await openConsole(office)
    if (opened.status !== 429 || left === 0) return opened.data?.token ?? ''
    await delay(aWhile)
  }
}

async function openConsole({ admin, consolePort }: Office) {
  const asked = await admin.api.call(fromMail.token, {})
  const ticket = asked.envelope.data?.url.split('#ticket=')[1] ?? ''
  const opened = await atOffice<{ token: string }>(consolePort, consoleContract.open, {
    body: { ticket },
  })
  if (!opened.data && opened.status !== 429)
    process.stderr.write(
      `no token of the console: ticket ${asked.status} ${asked.envelope.message}, opened ${opened.status} ${opened.message}\n`,
    )
  return opened
}

/** An answer of the console to an honest call. */
export async function atOffice<Data>(
  port: number,
  { path }: Endpoint,
  { body, token }: { body: object; token?: string },
): Promise<{ status: number; data: Data | null; message: string }> {
  const answer = await callHttp(`http://127.0.0.1:${port}/api/${path}`, {
    method: 'POST',
    headers: token ? { authorization: `Bearer ${token}` } : {},
    body: JSON.stringify(body),
    fresh: true,
  })
  const { data, message } = JSON.parse(answer.body.toString()) as {
    data: Data | null
    message: string
  }
  return { status: answer.status, data, message }
}
