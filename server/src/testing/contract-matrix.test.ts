import { allEndpoints } from '@hongyan/contract/all'
import { compose } from '@hongyan/contract/compose'
import { type ErrorCode, errors } from '@hongyan/contract/errors'
import { folders } from '@hongyan/contract/folders'
import { labels } from '@hongyan/contract/labels'
import { lock } from '@hongyan/contract/lock'
import { messages } from '@hongyan/contract/messages'
import { rules } from '@hongyan/contract/rules'
import { search } from '@hongyan/contract/search'
import { session } from '@hongyan/contract/session'
import { signatures } from '@hongyan/contract/signatures'
import { templates } from '@hongyan/contract/templates'
import { todo } from '@hongyan/contract/todo'
import { uploads } from '@hongyan/contract/uploads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAs } from '../platform/actor.ts'
import { sql } from '../platform/db/sql.ts'
import { onePixel } from './colleagues.ts'
import {
  type AnyEndpoint,
  expectedAnswer,
  levelOf,
  type Principal,
  principals,
  tableOfAnswers,
} from './expected-answers.ts'
import { halfIn } from './half-login.queries.ts'
import { type HttpClient, httpClient } from './http-client.ts'
import { matrixRows, type Owned, requestOf, withoutOwner } from './matrix-rows.ts'
import { newPublicBox } from './public-box.ts'
import { startTestServer, type TestServer, testPassword } from './start-test-server.ts'

const canary = 'canary-7f3a'
const guarded = allEndpoints.filter((one) => one.guard === 'session')
const nameOf = (one: (typeof allEndpoints)[number]) => `${one.feature}.${one.name}`

let server: TestServer
let own: Owned
let alice: HttpClient
let bob: HttpClient
/** Credentials that were good: one ended by its owner, one by the time. */
let ended: string[]

beforeAll(async () => {
  server = await startTestServer()
  await server.addPerson({ address: 'a@example.test' })
  await server.addPerson({ address: 'b@example.test' })
  alice = httpClient(server.url)
  bob = httpClient(server.url)
  await alice.logIn('a@example.test', testPassword)
  await bob.logIn('b@example.test', testPassword)
  own = await makeOwned()
  ended = [await revokedToken(), await expiredToken()]
})

afterAll(() => server.stop())

async function revokedToken(): Promise<string> {
  const gone = httpClient(server.url)
  await gone.logIn('a@example.test', testPassword)
  const authorization = `Bearer ${gone.tokens?.accessToken}`
  await fetch(`${server.url}/api/oauth/logout`, { headers: { Authorization: authorization } })
  return authorization
}

async function expiredToken(): Promise<string> {
  const old = httpClient(server.url)
  await old.logIn('a@example.test', testPassword)
  await server.app.database.run(
    sql`UPDATE sessions SET access_expires_at = now() - interval '1 second' WHERE id = (SELECT max(id) FROM sessions)`,
  )
  return `Bearer ${old.tokens?.accessToken}`
}

async function makeOwned(): Promise<Owned> {
  const { mailstore, directory } = server.app
  const recipient = await directory.findRecipient('a@example.test')
  if (!recipient) throw new Error('no account')
  const raw = Buffer.from(
    `From: x@other.test\r\nTo: a@example.test\r\nSubject: ${canary}\r\n\r\n${canary}\r\n`,
  )
  const [stored] = await mailstore.deliver(await mailstore.prepare(raw), [
    { accountId: recipient.accountId, folder: 'inbox', receivedAt: new Date() },
  ])
  if (stored?.kind !== 'stored') throw new Error('not stored')
  const mail = {
    mailTo: ['b@example.test'],
    mailCc: [],
    mailBcc: [],
    mailSubject: canary,
    html: `<p>${canary}</p>`,
    quotedHtml: '',
  }
  const file = await alice.upload(
    compose.upload,
    new File([canary], 'canary.txt', { type: 'text/plain' }),
  )
  const { uploadId: openUploadId } = await alice.get(uploads.start, {
    body: {
      uploadKey: 'matrix-own-upload',
      composeKey: 'matrix-own-compose',
      fileName: `${canary}.txt`,
      size: 9,
    },
  })
  const draft = await alice.get(compose.saveDraft, {
    body: { ...mail, fileIds: [file.data.fileId] },
  })
  const sent = await alice.get(compose.send, {
    body: { ...mail, mailTo: ['x@example.test'], fileIds: [], sendKey: 'matrix-own-key' },
  })
  const rule = await alice.get(rules.save, {
    body: {
      name: canary,
      conditions: [{ field: 'subject', operator: 'contains', value: `${canary} of another mail` }],
      action: { star: true },
    },
  })
  const run = await alice.get(rules.run, { body: {} })
  const todoEntry = await alice.get(todo.save, {
    body: { mailId: stored.messageId, note: canary },
  })
  const { signId } = await alice.get(signatures.save, {
    body: { name: canary, content: `<p>${canary}</p>` },
  })
  const { templateId } = await alice.get(templates.save, {
    body: { name: canary, content: `<p>${canary}</p>` },
  })
  const paper = await alice.upload(templates.addPaper, new File([onePixel], `${canary}.png`))
  const authorised = await alice.get(compose.send, {
    body: {
      ...mail,
      mailTo: ['x@example.test'],
      fileIds: [],
      sendKey: 'matrix-authorised-key',
      authorisation: { readCount: 1, validDays: 1 },
    },
  })
  const { folderList } = await alice.get(folders.list, { query: {} })
  const { folderId: ownFolderId } = await alice.get(folders.save, { body: { folderName: 'own' } })
  const { labelId } = await alice.get(labels.save, { body: { labelName: 'own' } })
  const saved = await alice.get(search.save, {
    body: { name: canary, query: { searchKeyword: canary } },
  })
  return {
    folderId: stored.folderId,
    messageId: stored.messageId,
    messageUid: stored.uid,
    draftMailId: draft.mailId,
    draftId: draft.draftId,
    uploadId: file.data.fileId,
    openUploadId,
    submissionId: sent.submissionId,
    authorisedMailId: authorised.mailId,
    trashId: folderList.find((one) => one.role === 'trash')?.folderId ?? 0,
    ownFolderId,
    labelId,
    savedSearchId: saved.id,
    ruleId: rule.classifyId,
    runId: run.runId,
    todoId: todoEntry.pendingId,
    signId,
    templateId,
    paperId: Number(paper.data.paperId),
    sessionId: (await alice.get(session.logins, {})).list[0]?.sessionId ?? 0,
    address: 'a@example.test',
  }
}

const rowOf = (endpoint: (typeof allEndpoints)[number], of: Owned) =>
  matrixRows[nameOf(endpoint)]?.(of) ?? {}

async function send(
  endpoint: (typeof allEndpoints)[number],
  of: Owned,
  authorization: string | null,
) {
  const { path, init } = requestOf(endpoint, rowOf(endpoint, of))
  const headers = {
    ...(init.headers as object),
    ...(authorization ? { Authorization: authorization } : {}),
  }
  const response = await fetch(server.url + path, { ...init, headers })
  return { status: response.status, text: await response.text() }
}

describe('P8 the matrix of every endpoint', () => {
  it('has a row for each endpoint of the contract, and each is bound', () => {
    expect(Object.keys(matrixRows).sort()).toEqual(allEndpoints.map(nameOf).sort())
    expect(server.app.http.bound().sort()).toEqual(
      allEndpoints.map((one) => `${one.method} ${one.path}`).sort(),
    )
  })

  it('ERRORS-09 doors-13 each endpoint has an id of its own', () => {
    const ids = Map.groupBy(allEndpoints, (one) => one.id)
    const twice = [...ids.values()].filter((same) => same.length > 1)
    expect(twice.map((same) => same.map(nameOf))).toEqual([])
  })

  it('/openapi.json describes each endpoint with its errors', async () => {
    const api = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { responses: object }>>
    }
    for (const endpoint of allEndpoints) {
      const operation = api.paths[`/${endpoint.path}`]?.[endpoint.method.toLowerCase()]
      expect(operation, nameOf(endpoint)).toBeDefined()
      if (endpoint.guard === 'session')
        expect(Object.keys(operation?.responses ?? {})).toContain('401')
    }
    expect(await (await fetch(`${server.url}/api-docs`)).text()).toContain('oauth/token')
  })

  describe.each(guarded.map((one) => [nameOf(one), one] as const))('AUTH-01 %s', (_, endpoint) => {
    it('is refused without a token, with a wrong one, with the refresh token, with a basic credential', async () => {
      const wrong = [
        null,
        `Bearer ${'x'.repeat(43)}`,
        `Bearer ${alice.tokens?.refreshToken}`,
        'Basic aG9uZ3lhbjp3ZWI=',
        'Bearer',
        `Bearer ${'\u00e9'.repeat(30)}`,
      ]
      for (const authorization of wrong) {
        const { status, text } = await send(endpoint, own, authorization)
        expect(status, String(authorization)).toBe(401)
        expect(text).not.toContain(canary)
      }
    })

    it('is refused with a revoked and with an expired token', async () => {
      for (const authorization of ended) {
        const { status, text } = await send(endpoint, own, authorization)
        expect(status).toBe(401)
        expect(text).not.toContain(canary)
      }
    })
  })

  it.each(
    guarded
      .filter((one) => matrixRows[nameOf(one)]?.({} as Owned).foreign)
      .map((one) => [nameOf(one), one] as const),
  )('T14 %s answers another user exactly as if the thing did not exist', async (_, endpoint) => {
    const token = `Bearer ${bob.tokens?.accessToken}`
    const theirs = await send(endpoint, own, token)
    const missing = await send(endpoint, withoutOwner(own), token)
    expect(theirs).toEqual(missing)
    expect(theirs.text).not.toContain(canary)
  })

  const named = guarded.filter((one) => !one.namesAddress)
  it.each(named.map((one) => [nameOf(one), one] as const))(
    'AUTH-20 %s refuses another address in the query and in the body',
    async (_, endpoint) => {
      const row = rowOf(endpoint, own)
      const emailAddr = 'a@example.test'
      const inQuery = { ...row, query: { ...row.query, emailAddr } }
      const inBody = { ...row, body: { ...(row.body as object), emailAddr } }
      const hasBody = endpoint.method === 'POST' && endpoint.kind !== 'upload'
      for (const claim of hasBody ? [inQuery, inBody] : [inQuery]) {
        const { path, init } = requestOf(endpoint, claim)
        const headers = {
          ...(init.headers as object),
          Authorization: `Bearer ${bob.tokens?.accessToken}`,
        }
        const response = await fetch(server.url + path, { ...init, headers })
        expect(response.status).toBe(403)
        expect(await response.json()).toMatchObject({ error: 'address.not-yours', data: null })
      }
    },
  )

  it('AUTH-20 another address in a form is refused too', async () => {
    for (const [path, file] of [
      ['file/upload', 'a.txt'],
      ['file/uploadMailPicture', 'a.png'],
      ['mail/main/feedback', null],
    ] as const) {
      const body = new FormData()
      body.append('emailAddr', 'a@example.test')
      if (file) body.append('file', new File(['text'], file))
      const headers = { Authorization: `Bearer ${bob.tokens?.accessToken}` }
      const response = await fetch(`${server.url}/api/${path}`, { method: 'POST', headers, body })
      expect([path, response.status]).toEqual([path, 403])
    }
  })

  describe('issue 13: every endpoint, called by everybody whom docs/who-may-call.md names', () => {
    const logins = {} as Record<Principal, HttpClient>

    beforeAll(async () => {
      const make = async (name: string) => {
        await server.addPerson({ address: `${name}@example.test` })
        const client = httpClient(server.url)
        await client.logIn(`${name}@example.test`, testPassword)
        return client
      }
      logins['a user'] = await make('user')
      logins['another user'] = bob
      await server.addPerson({ address: 'administrator@example.test', isAdmin: true })
      logins['an administrator'] = httpClient(server.url)
      await logins['an administrator'].logIn('administrator@example.test', testPassword)
      logins['a login that owes the second step'] = await halfIn(server, 'half@example.test')
      logins['a locked session'] = await make('locked')
      await logins['a locked session'].get(lock.set, { body: { password: 'matrix-1' } })
      await logins['a locked session'].get(lock.open, { body: {} })
      await make('owing')
      await server.app.database.run(sql`
        UPDATE users u SET password_owed = true FROM accounts a
        WHERE a.id = u.account_id AND a.address = 'owing@example.test'`)
      logins['a session that owes a password'] = httpClient(server.url)
      await logins['a session that owes a password'].logIn('owing@example.test', testPassword)
      const box = await newPublicBox(server, 'box@example.test')
      for (const [who, level] of Object.entries(levelOf)) {
        logins[who as Principal] = await make(`member-${level}`)
        await box.grant(`member-${level}@example.test`, level)
        await box.enter(logins[who as Principal])
      }
    })

    it('the page is what the contract says', async () => {
      const table = tableOfAnswers((one) => rowOf(one, own).foreign === true)
      await expect(table).toMatchFileSnapshot('../../../docs/who-may-call.md')
    })

    /** Things that nobody has; a link is one that was made for the login, the refresh token the locked one's own. */
    const rowFor = async (endpoint: AnyEndpoint, who: Principal) => {
      const row = rowOf(endpoint, withoutOwner(own))
      const tokens = who === 'nobody' ? null : logins[who].tokens
      if (!tokens) return row
      if (nameOf(endpoint) === 'session.refresh' && who === 'a locked session')
        return { ...row, body: { refreshToken: tokens.refreshToken } }
      if (endpoint.guard !== 'signed') return row
      const caller = await server.app.sessions.callerOf(tokens.accessToken)
      const asker = { client: '', ip: '', login: caller?.sessionId }
      const ticket = runAs(asker, () => server.app.signer.sign({ kind: 'matrix' }, 60))
      const names = Object.keys(row.params ?? {})
      return { ...row, params: Object.fromEntries(names.map((name) => [name, ticket])) }
    }

    const answerTo = async (endpoint: AnyEndpoint, who: Principal) => {
      const { path, init } = requestOf(endpoint, await rowFor(endpoint, who))
      const token = who === 'nobody' ? null : logins[who].tokens?.accessToken
      const headers = {
        ...(init.headers as object),
        ...(token && { Authorization: `Bearer ${token}` }),
      }
      const response = await fetch(server.url + path, { ...init, headers })
      const text = await response.text()
      const isJson = response.headers.get('content-type')?.startsWith('application/json')
      return { status: response.status, error: isJson ? JSON.parse(text).error : undefined }
    }

    // Those that end the login of who calls, or lock it, come last.
    const endings = ['session.endOthers', 'lock.open', 'session.logout']
    const inOrder = allEndpoints.toSorted(
      (a, b) => endings.indexOf(nameOf(a)) - endings.indexOf(nameOf(b)),
    )
    const guards: readonly ErrorCode[] = [
      'session.expired',
      'session.locked',
      'password.change-owed',
      'publicbox.not-allowed',
    ]

    it.each(principals.filter((who) => who !== 'another user').map((who) => [who]))(
      'SECURITY-22 AUTH-01 AUTH-35 %s',
      async (who) => {
        for (const endpoint of inOrder) {
          const expected = expectedAnswer(endpoint, who, false)
          const { status, error } = await answerTo(endpoint, who)
          const said = `${nameOf(endpoint)}: ${status} ${error}`
          if (expected in errors) {
            const row = errors[expected as ErrorCode]
            expect({ said, status, error }).toEqual({ said, status: row.status, error: expected })
          } else {
            expect(status, said).toBeLessThan(500)
            const own = endpoint.guard === 'session' || who !== 'nobody'
            if (own && expected === 'answered') expect(guards, said).not.toContain(error)
          }
        }
      },
    )
  })

  it('T14 nothing of the others was changed by all this', async () => {
    const detail = await alice.get(messages.detail, { query: { mailId: own.messageId } })
    expect(detail).toMatchObject({ mailboxId: own.folderId, starred: false, mailSubject: canary })
  })
})
