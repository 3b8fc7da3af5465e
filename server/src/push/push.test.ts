import { once } from 'node:events'
import { originHeader } from '@hongyan/contract/endpoint'
import { folders } from '@hongyan/contract/folders'
import { labels } from '@hongyan/contract/labels'
import { messages } from '@hongyan/contract/messages'
import type { PushMessage } from '@hongyan/contract/push'
import { session } from '@hongyan/contract/session'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { wholeAccount } from '../mailstore/types.ts'
import { verifyStore } from '../mailstore/verify/verify.ts'
import { sql } from '../platform/db/sql.ts'
import { asId, type FolderId } from '../platform/ids.ts'
import { deliver } from '../testing/builders.ts'
import { eventually } from '../testing/compose-helpers.ts'
import { httpClient } from '../testing/http-client.ts'
import { shiftingClock } from '../testing/shifting-clock.ts'
import { startTestServer, type TestServer, testPassword } from '../testing/start-test-server.ts'

let server: TestServer
let other: TestServer
const clock = shiftingClock()

beforeAll(async () => {
  server = await startTestServer({ clock })
  other = await startTestServer({ beside: server, clock })
})

afterAll(async () => {
  await other.stop()
  await server.stop()
})

let people = 0

async function newPerson() {
  const address = `p${++people}@example.test`
  await server.addPerson({ address })
  const client = httpClient(server.url)
  await client.logIn(address, testPassword)
  const { folderList } = await client.get(folders.list, { query: {} })
  return {
    address,
    client,
    token: client.tokens?.accessToken ?? '',
    inbox: folderList[0]?.folderId ?? 0,
  }
}

interface Opening {
  address: string
  token: string
  since?: number | null
  at?: TestServer
}

async function open({ address, token, since = null, at = server }: Opening) {
  const socket = connect(at, address, { protocols: ['hongyan.v1', `bearer.${token}`] })
  const received: PushMessage[] = []
  let wake: () => void = () => undefined
  socket.on('message', (data) => {
    received.push(JSON.parse(String(data)))
    wake()
  })
  await once(socket, 'open')
  socket.send(JSON.stringify({ since }))
  /** Waits for the first message that fits. */
  const next = async <K extends PushMessage['optType']>(
    optType: K,
  ): Promise<Extract<PushMessage, { optType: K }>> => {
    for (;;) {
      const index = received.findIndex((one) => one.optType === optType)
      if (index >= 0)
        return received.splice(0, index + 1).at(-1) as Extract<PushMessage, { optType: K }>
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return { socket, next, received }
}

interface Offer {
  protocols: string[]
  headers?: Record<string, string>
}

const connect = (at: TestServer, address: string, { protocols, headers = {} }: Offer) =>
  new WebSocket(`${at.url.replace('http', 'ws')}/api/mail/message/${address}`, protocols, {
    headers,
  })

const refusal = async (socket: WebSocket) => {
  const [, response] = await once(socket, 'unexpected-response')
  return (response as { statusCode: number }).statusCode
}

it('PUSH-04 PUSH-08 new mail by SMTP is pushed with subject, sender and place, and the counters with it', async () => {
  const { address, token, inbox, client } = await newPerson()
  const { next, socket } = await open({ address, token })
  await next('hello')
  await deliver(server, address, { subject: '你好', from: '张伟 <zw@other.test>' })
  expect(await next('mailbox')).toMatchObject({
    kind: 'added',
    folders: [{ folderId: inbox, mail: 1, unread: 1 }],
  })
  const { list } = await client.get(messages.list, { query: { mailboxId: inbox } })
  expect(await next('mail')).toMatchObject({
    optType: 'mail',
    mailId: list[0]?.mailId,
    mailSubject: '你好',
    mailFrom: { name: '张伟' },
    mailboxId: inbox,
    notify: true,
  })
  socket.close()
})

it('PUSH-08 mail that came in on one process is pushed to a browser on another', async () => {
  const { address, token } = await newPerson()
  const { next, socket } = await open({ address, token, at: other })
  await next('hello')
  await deliver(server, address, { subject: 'across' })
  expect(await next('mail')).toMatchObject({ mailSubject: 'across' })
  socket.close()
})

it('PUSH-08 P3 after PostgreSQL dropped every connection a browser hears what another process changed meanwhile and later', async () => {
  const { address, token, client } = await newPerson()
  const { next, socket } = await open({ address, token, at: other })
  await next('hello')
  await deliver(server, address, { subject: 'before' })
  expect(await next('mail')).toMatchObject({ mailSubject: 'before' })
  const dropAll = () =>
    server.app.database.query(sql<{ dropped: boolean }>`
      SELECT pg_terminate_backend(pid) AS dropped FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`)
  for (const subject of ['first', 'second']) {
    expect((await dropAll()).length).toBeGreaterThan(1)
    await eventually(
      () => client.call(folders.save, { body: { folderName: subject } }),
      ({ status }) => status === 200,
    )
    await deliver(server, address, { subject })
    expect(await next('mail')).toMatchObject({ mailSubject: subject })
  }
  socket.close()
})

it('PUSH-05 reading in one browser shows in another', async () => {
  const { address, token, client, inbox } = await newPerson()
  await deliver(server, address, {})
  const { next, socket } = await open({ address, token })
  await next('hello')
  await client.get(messages.seen, { body: { mailboxId: inbox, mailUids: [1], seen: true } })
  expect(await next('mailbox')).toMatchObject({
    kind: 'flags',
    folders: [{ folderId: inbox, mail: 1, unread: 0 }],
  })
  socket.close()
})

it('PUSH-08 a reconnect brings exactly what was missed, in order', async () => {
  const { address, token } = await newPerson()
  const first = await open({ address, token })
  const { modseq } = await first.next('hello')
  first.socket.close()
  await deliver(server, address, { subject: 'one' }, { subject: 'two' })
  const second = await open({ address, token, since: modseq })
  await second.next('hello')
  expect((await second.next('mail')).mailSubject).toBe('one')
  const two = await second.next('mail')
  expect(two.mailSubject).toBe('two')
  second.socket.close()
  const third = await open({ address, token, since: two.modseq })
  await third.next('hello')
  await deliver(server, address, { subject: 'three' })
  expect((await third.next('mail')).mailSubject).toBe('three')
  third.socket.close()
})

it('PUSH-08 after very much was missed the browser is told to load again', async () => {
  const { address, token, client, inbox } = await newPerson()
  await deliver(server, address, {})
  for (let turn = 0; turn < 251; turn++) {
    await client.get(messages.seen, { body: { mailboxId: inbox, mailUids: [1], seen: true } })
    await client.get(messages.seen, { body: { mailboxId: inbox, mailUids: [1], seen: false } })
  }
  const { next, socket } = await open({ address, token, since: 0 })
  await next('hello')
  await next('resync')
  socket.close()
})

it('PUSH-08 what a sync brings is bounded in size too: fewer changes that say very much are a reload', async () => {
  const { address, token } = await newPerson()
  const from = `"${'n'.repeat(290)}" <long@other.test>`
  const long = { from, subject: 's'.repeat(200) }
  await deliver(server, address, ...Array.from({ length: 240 }, () => long))
  const { next, received, socket } = await open({ address, token, since: 0 })
  await next('hello')
  expect(received).toEqual([])
  await next('resync')
  socket.close()
})

it('PUSH-08 a browser that knows more than the server (a restored backup) is told to load again', async () => {
  const { address, token } = await newPerson()
  const { next, socket } = await open({ address, token, since: 9_000_000 })
  const { modseq } = await next('hello')
  expect((await next('resync')).modseq).toBe(modseq)
  await deliver(server, address, { subject: 'after' })
  expect((await next('mail')).mailSubject).toBe('after')
  socket.close()
})

it('PUSH-08 the feed is swept; a browser behind that loads everything again and then has what is there', async () => {
  const { address, token, client, inbox } = await newPerson()
  const subjects = async () =>
    (await client.get(messages.list, { query: { mailboxId: inbox } })).list.map(
      ({ mailSubject, seen }) => `${mailSubject} ${seen}`,
    )
  const before = await open({ address, token })
  const { modseq: away } = await before.next('hello')
  before.socket.close()
  await deliver(server, address, { subject: 'one' }, { subject: 'two' })
  await client.get(messages.seen, { body: { mailboxId: inbox, mailUids: [1], seen: true } })
  const { modseq: swept } = await client.get(folders.list, { query: {} })
  const recipient = await server.app.directory.findRecipient(address)
  const accountId = recipient?.accountId ?? 0
  await server.app.database.run(sql`
    UPDATE changes SET at = now() - interval '31 days' WHERE account_id = ${accountId}`)
  await deliver(server, address, { subject: 'young' })
  await server.app.mailstore.sweepFeed()
  const [left] = await server.app.database.query(sql<{ rows: number; first: number }>`
    SELECT count(*)::int AS rows, min(modseq) AS first FROM changes WHERE account_id = ${accountId}`)
  expect(left?.rows).toBe(1)
  expect(left?.first).toBeGreaterThan(swept)

  // Another process, which does not remember: the one that wrote the changes may still have told them.
  const behind = await open({ address, token, since: away, at: other })
  const { modseq } = await behind.next('resync')
  expect(behind.received).toEqual([])
  expect(await subjects()).toEqual(['young false', 'two false', 'one true'])
  await client.get(messages.seen, { body: { mailboxId: inbox, mailUids: [2], seen: true } })
  const next = await behind.next('mailbox')
  expect(next).toMatchObject({ kind: 'flags', folders: [{ folderId: inbox, mail: 3, unread: 1 }] })
  expect(next.modseq).toBeGreaterThan(modseq)
  behind.socket.close()

  // Whoever stands exactly where the sweep ended has missed nothing that is gone.
  const inTime = await open({ address, token, since: swept })
  expect((await inTime.next('mail')).mailSubject).toBe('young')
  inTime.socket.close()
  expect((await verifyStore(server.app.database, server.app.blobs)).findings).toEqual([])
})

it('PUSH-05 what any other door does to the store (a mail program, a rule) is pushed like what a browser does', async () => {
  const { address, token, inbox } = await newPerson()
  await deliver(server, address, {})
  const { next, socket } = await open({ address, token })
  await next('hello')
  const { mailstore, directory } = server.app
  const recipient = await directory.findRecipient(address)
  if (!recipient) throw new Error('no account')
  const { accountId } = recipient
  const folderId = asId<FolderId>(inbox)
  const ids = await mailstore.idsByUid(wholeAccount(accountId), { folderId, uids: [1] })
  await mailstore.setFlag(accountId, { ids, flag: 'starred', value: true })
  expect(await next('mailbox')).toMatchObject({ kind: 'flags', mailIds: ids })
  await mailstore.remove(accountId, ids)
  expect(await next('mailbox')).toMatchObject({
    kind: 'removed',
    mailIds: ids,
    folders: [{ folderId: inbox, mail: 0, unread: 0 }],
  })
  socket.close()
})

it('PUSH-08 the frames of a change carry the name that its tab gave it, in every process; those of others none', async () => {
  const { address, token, client, inbox } = await newPerson()
  await deliver(server, address, { subject: 'one' }, { subject: 'two' })
  const { list } = await client.get(messages.list, { query: { mailboxId: inbox } })
  const [mailIds, others] = [list.slice(0, 1), list.slice(1)].map((some) =>
    some.map(({ mailId }) => mailId),
  )
  const { labelId } = await client.get(labels.add, { body: { labelName: 'blue', color: 1 } })
  const { folderList } = await client.get(folders.list, { query: {} })
  const archive = folderList.find(({ role }) => role === 'archive')?.folderId ?? 0
  const tabs = [await open({ address, token }), await open({ address, token, at: other })]
  for (const { next } of tabs) await next('hello')

  const changes = [
    () => client.get(messages.seen, { body: { mailIds, seen: true } }),
    () => client.get(messages.star, { body: { mailIds, starred: true } }),
    () => client.get(labels.mark, { body: { mailIds, add: [labelId] } }),
    () => client.get(messages.move, { body: { mailIds, targetMailboxId: archive } }),
    () => client.get(messages.recycle, { body: { mailIds } }),
    () => client.get(messages.destroy, { body: { mailIds } }),
    () => client.get(folders.add, { body: { folderName: 'own' } }),
  ]
  for (const [index, change] of changes.entries()) {
    client.headers = { [originHeader]: `tab.${index}` }
    await change()
    for (const { next } of tabs) expect((await next('mailbox')).origin).toBe(`tab.${index}`)
  }
  const unnamed: Record<string, string>[] = [
    {},
    ...['x'.repeat(65), '<b>'].map((bad) => ({ [originHeader]: bad })),
  ]
  for (const [index, headers] of unnamed.entries()) {
    client.headers = headers
    await client.get(messages.star, { body: { mailIds: others, starred: index % 2 === 0 } })
    for (const { next } of tabs) expect(await next('mailbox')).not.toHaveProperty('origin')
  }
  for (const { socket } of tabs) socket.close()
})

it('PUSH-06 mail that was read or moved while nobody listened is announced no more, or where it lies now', async () => {
  const { address, token, client, inbox } = await newPerson()
  const first = await open({ address, token })
  const { modseq } = await first.next('hello')
  first.socket.close()
  await deliver(server, address, { subject: 'read' }, { subject: 'moved' }, { subject: 'there' })
  await client.get(messages.seen, { body: { mailboxId: inbox, mailUids: [1], seen: true } })
  await client.get(messages.recycle, { body: { mailboxId: inbox, mailUids: [2] } })
  const { folderList } = await client.get(folders.list, { query: {} })
  const trash = folderList.find(({ role }) => role === 'trash')?.folderId
  const again = await open({ address, token, since: modseq })
  expect(await again.next('mail')).toMatchObject({ mailSubject: 'moved', mailboxId: trash })
  expect(await again.next('mail')).toMatchObject({ mailSubject: 'there', mailboxId: inbox })
  again.socket.close()
})

it('PUSH-02 PUSH-09 nobody listens to another address, without a token, or with a wrong one', async () => {
  const a = await newPerson()
  const b = await newPerson()
  const protocols = (token: string) => ['hongyan.v1', `bearer.${token}`]
  expect(await refusal(connect(server, a.address, { protocols: protocols(b.token) }))).toBe(403)
  expect(await refusal(connect(server, a.address, { protocols: ['hongyan.v1'] }))).toBe(401)
  expect(await refusal(connect(server, a.address, { protocols: protocols('x'.repeat(43)) }))).toBe(
    401,
  )
  const refreshToken = a.client.tokens?.refreshToken ?? ''
  expect(await refusal(connect(server, a.address, { protocols: protocols(refreshToken) }))).toBe(
    401,
  )
  expect(await refusal(connect(server, '%E0%A4%A', { protocols: protocols(a.token) }))).toBe(403)
})

it('T19 a page of another site is refused, our own is not', async () => {
  const { address, token } = await newPerson()
  const protocols = ['hongyan.v1', `bearer.${token}`]
  for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example']) {
    expect(
      await refusal(connect(server, address, { protocols, headers: { Origin: origin } })),
    ).toBe(403)
  }
  const own = connect(server, address, { protocols, headers: { Origin: server.url } })
  await once(own, 'open')
  own.close()
})

it('AUTH-15 logging out closes the socket, on the other process too', async () => {
  const { address, token, client } = await newPerson()
  const here = await open({ address, token })
  const there = await open({ address, token, at: other })
  const closed = Promise.all([once(here.socket, 'close'), once(there.socket, 'close')])
  await client.get(session.logout, {})
  expect((await closed).map(([code]) => code)).toEqual([4401, 4401])
})

it.each([
  ['its time is over', sql`expires_at = now() - interval '1 second'`],
  ['it was ended and nobody was told', sql`revoked_at = now()`],
])(
  'doors-2 doors-12 a socket closes at the next heartbeat when %s, in every process',
  async (_, ended) => {
    const { address, token } = await newPerson()
    const both = [await open({ address, token }), await open({ address, token, at: other })]
    for (const { next } of both) await next('hello')
    const closed = Promise.all(both.map(({ socket }) => once(socket, 'close')))
    await server.app.database.run(
      sql`UPDATE sessions SET ${ended} WHERE id = (SELECT max(id) FROM sessions)`,
    )
    clock.advance(30_000)
    expect((await closed).map(([code]) => code)).toEqual([4401, 4401])
  },
)

it('P5 nonsense instead of a hello closes the socket', async () => {
  const { address, token } = await newPerson()
  for (const nonsense of ['', '{', '[]', '{"since":-1}', 'x'.repeat(10_000)]) {
    const socket = connect(server, address, { protocols: ['hongyan.v1', `bearer.${token}`] })
    await once(socket, 'open')
    socket.send(nonsense)
    await once(socket, 'close')
  }
})

it.each([
  ['frames', (socket: WebSocket) => socket.ping()],
  ['pieces of one', (socket: WebSocket) => socket.send('', { fin: false })],
])(
  'P5 issue 12: a flood of %s ends the socket; one that says a little stays',
  async (_name, say) => {
    const { address, token } = await newPerson()
    const protocols = ['hongyan.v1', `bearer.${token}`]
    const [loud, quiet] = [
      connect(server, address, { protocols }),
      connect(server, address, { protocols }),
    ]
    await Promise.all([once(loud, 'open'), once(quiet, 'open')])
    for (const socket of [loud, quiet]) socket.send(JSON.stringify({ since: null }))
    const gone = once(loud, 'close')
    loud.on('error', () => undefined)
    for (let n = 0; n < 2_000; n++) say(loud)
    quiet.ping()
    await Promise.all([gone, once(quiet, 'pong')])
    expect(quiet.readyState).toBe(WebSocket.OPEN)
    quiet.close()
  },
)
