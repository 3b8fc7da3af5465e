import { consoleContract as api, console as fromMail } from '@hongyan/contract/console'
import { type ConsoleEndpoint, consoleRoles } from '@hongyan/contract/console-endpoint'
import { type ErrorCode, errors } from '@hongyan/contract/errors'
import { lock } from '@hongyan/contract/lock'
import { session } from '@hongyan/contract/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import {
  type ConsolePrincipal,
  consolePrincipals,
  expectedOfConsole,
} from '../../testing/expected-answers.ts'
import { type HttpClient, httpClient } from '../../testing/http-client.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'

let server: TestServer
/** The token of each; null: none. */
const tokens = {} as Record<ConsolePrincipal, string | null>

const consoleUrl = () => `http://127.0.0.1:${server.app.consolePort()}`

beforeAll(async () => {
  server = await startTestServer()
  const { directory } = server.app
  const organisationId = (await directory.organisation())?.id ?? (1 as never)
  const departmentId = await directory.createDepartment({ organisationId, name: '部', sort: 1 })
  const { database } = server.app
  for (const role of consoleRoles) {
    const { accountId } = await server.addPerson({
      address: `${role}@example.test`,
      isAdmin: true,
    })
    await database.run(sql`
      UPDATE users SET console_role = ${role}, console_department = ${role === 'department' ? departmentId : null}
      WHERE account_id = ${accountId}`)
    tokens[role] = await tokenOf(await mailOf(`${role}@example.test`))
  }
  tokens.nobody = null
  tokens['a token of the mail'] = (await mailOf('owner@example.test')).tokens?.accessToken ?? null
  const gone = await mailOf('owner@example.test')
  tokens['a login that is over'] = await tokenOf(gone)
  await gone.get(session.logout, {})
  const locked = await mailOf('owner@example.test')
  tokens['a locked login'] = await tokenOf(locked)
  await locked.get(lock.set, { body: { password: 'matrix-1' } })
  await locked.get(lock.open, { body: {} })
  await server.addPerson({ address: 'owing@example.test', isAdmin: true })
  tokens['a login that owes a password'] = await tokenOf(await mailOf('owing@example.test'))
  await database.run(sql`
    UPDATE users u SET password_owed = true FROM accounts a
    WHERE a.id = u.account_id AND a.address = 'owing@example.test'`)
})

afterAll(() => server.stop())

async function mailOf(address: string): Promise<HttpClient> {
  const client = httpClient(server.url)
  await client.logIn(address, testPassword)
  return client
}

async function tokenOf(mail: HttpClient): Promise<string> {
  const { url } = await mail.get(fromMail.token, {})
  const ticket = new URLSearchParams(new URL(url).hash.slice(1)).get('ticket') ?? ''
  return (await httpClient(consoleUrl()).get(api.open, { body: { ticket } })).token
}

const body = { accountId: 999_999, id: 999_999, folderId: 1, name: 'x', address: 'x@other.test' }
const ofRules = {
  ruleId: 999_999,
  ruleIds: [999_999],
  active: false,
  words: [],
  required: false,
  labels: [],
}
const more = { quotaBytes: 1024 ** 3, disabled: true, role: null, password: 'wrong' }
const organisation = {
  ...{ key: 'watermark', on: true, skin: '', off: [], notIn: [], words: [], data: '' },
  ...{ catchAll: '', selector: 'x' },
  ...{ groupId: 999_999, type: 'member', memberIds: [] },
  ...{ title: 'x', content: 'x', done: true },
  ...{ startsAt: '2026-01-01T00:00:00Z', endsAt: '2026-01-02T00:00:00Z' },
}
const account = {
  ...organisation,
  ...{ ways: ['totp'], heirId: null, addressesTo: 'nobody' },
  reply: { enabled: 0, content: '' },
  forward: { enabled: 0, forwardTo: [] },
  flags: { islandPersonnel: 0, mailMoveEnable: 0, privateEnable: 0 },
  ...{ file: '', runId: 999_999 },
  ...{ reason: 'x', accountIds: [], departmentIds: [], mailFrom: null, mailUntil: null },
  ...{ everybody: true, kinds: ['inbox'], days: 30, keepStarred: false, keepLabel: '' },
  ...{ agree: true, word: 'x' },
  ...{
    sender: 'x.test',
    verdict: 'block',
    ids: [999_999],
    kind: 'url',
    sought: 'example.test/x',
    state: 'spam',
  },
  plan: {
    ...{ everyHours: 0, filter: '(a=b)', mostDisabledPercent: 20 },
    ...{ department: '', duties: '', phone: '' },
  },
}
const query = {
  ...{ accountId: '999999', runId: '999999', groupId: '999999', id: '999999' },
  ...{ name: 'x', at: '2026-01-01T00:00:00Z' },
}

/** A rule has recipients too, of another shape. */
const ofQueue = (call: string) =>
  call.startsWith('queue')
    ? { recipients: [{ submissionId: 999_999, address: 'x@other.test' }] }
    : {}

/** Things that nobody has. */
async function answerTo(call: string, endpoint: ConsoleEndpoint, token: string | null) {
  const search = endpoint.method === 'GET' ? `?${new URLSearchParams(query)}` : ''
  const response = await fetch(`${consoleUrl()}/api/${endpoint.path}${search}`, {
    method: endpoint.method,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(endpoint.method === 'POST' && { 'Content-Type': 'application/json' }),
    },
    ...(endpoint.method === 'POST' && {
      body: JSON.stringify({ ...body, ...more, ...account, ...ofRules, ...ofQueue(call) }),
    }),
  })
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const said = await response.text()
  return { status: response.status, error: isJson ? JSON.parse(said).error : undefined }
}

/** What only says that the call was let in. */
const guards: readonly ErrorCode[] = ['session.expired', 'session.locked', 'console.not-allowed']

describe('ADMIN-02 ADMIN-03 issue 13 issue 17: every call of the console, by everybody whom docs/who-may-call.md names', () => {
  // What ends the console of who calls comes last.
  const inOrder = Object.entries<ConsoleEndpoint>(api).toSorted(
    ([a], [b]) => Number(a === 'end') - Number(b === 'end'),
  )
  it.each(consolePrincipals.map((who) => [who]))('%s', async (who) => {
    for (const [call, endpoint] of inOrder) {
      const expected = expectedOfConsole(endpoint, who)
      const { status, error } = await answerTo(call, endpoint, tokens[who])
      const said = `${call}: ${status} ${error}`
      if (expected in errors) {
        const row = errors[expected as ErrorCode]
        expect({ said, status, error }).toEqual({ said, status: row.status, error: expected })
      } else {
        expect(status, said).toBeLessThan(500)
        if (expected === 'answered') expect(guards, said).not.toContain(error)
      }
    }
  })
})
