import { consoleContract as api } from '@hongyan/contract/console'
import { folders } from '@hongyan/contract/folders'
import { messages } from '@hongyan/contract/messages'
import { protection } from '@hongyan/contract/protection'
import { protectionSettings } from '@hongyan/contract/protection-fields'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyStore } from '../../mailstore/verify/verify.ts'
import { sql } from '../../platform/db/sql.ts'
import { eventually, listFolder } from '../../testing/compose-helpers.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import {
  type ProtectionRig,
  type Sent,
  sendAll,
  startProtectionRig,
} from '../../testing/protection-rig.ts'
import { type TestServer, testPassword } from '../../testing/start-test-server.ts'

let rig: ProtectionRig
let server: TestServer
let wei: HttpClient
let emma: HttpClient
let owner: HttpClient
let auditor: HttpClient

beforeAll(async () => {
  rig = await startProtectionRig()
  ;({ server, wei, emma, owner, auditor } = rig)
})
afterAll(() => rig.stop())
beforeEach(() => settings({}))

const settings = (over: object) => rig.settings(over)
async function send({ by = server, ...mail }: Sent) {
  const [answer] = await sendAll([mail], by.smtpPort)
  if (!answer) throw new Error('nothing was sent')
  return answer
}
const place = async (subject: string, client = wei): Promise<string[]> => {
  const places: string[] = []
  for (const role of ['inbox', 'junk'])
    for (const one of (await listFolder(client, role)).list)
      if (one.mailSubject === subject) places.push(role)
  return places
}
const held = async (subject: string) =>
  (await owner.get(api.quarantine, { query: { keyword: subject } })).list.filter(
    (one) => one.subject === subject,
  )

describe('quarantine', () => {
  it('issue 17: everybody hears once a day what is held, in the own language, with nothing that a program would follow', async () => {
    await settings({ junkAt: 1, quarantineAt: 1 })
    const run = (task: string) =>
      server.app.database.run(sql`SELECT graphile_worker.add_job(${task})`)
    const digests = async (client: HttpClient) =>
      (await listFolder(client, 'inbox')).list.filter((one) =>
        /被隔离|Held in quarantine/.test(one.mailSubject),
      )
    const to = ['wei@example.test', 'emma@example.test']
    const { subject } = await send({
      from: 'a@strict.test',
      to,
      subject: 'see http://evil.test/x www.evil.test',
    })
    expect(await held(subject)).toHaveLength(2)
    await run('quarantine-digest')
    await eventually(
      () => digests(emma),
      (list) => list.length === 1,
    )
    const [mine] = await eventually(
      () => digests(wei),
      (list) => list.length === 1,
    )
    expect(mine?.mailSubject).toMatch(/有 \d+ 封邮件被隔离/)
    const { content } = (await wei.get(messages.detail, {
      query: { mailId: mine?.mailId ?? 0 },
    })) as { content?: string }
    expect(content ?? '').not.toMatch(/http:\/\/evil|www\.evil/)
    await run('quarantine-digest')
    await send({ from: 'a@strict.test' })
    await run('quarantine-digest')
    await eventually(
      () => digests(wei),
      (list) => list.length === 2,
    )
    expect(await digests(emma)).toHaveLength(1)
  })

  it('issue 17: a held mail is seen by its recipient without text, asked for, released once, and leaves nothing behind', async () => {
    await settings({ junkAt: 1, quarantineAt: 1 })
    const to = ['wei@example.test', 'emma@example.test']
    const { subject } = await send({ from: 'boss@strict.test', to })
    const rows = await held(subject)
    expect(rows).toHaveLength(2)
    const mine = (await wei.get(protection.held, { query: {} })).list.find(
      (one) => one.subject === subject,
    )
    expect(mine).toMatchObject({ class: 'spam', asked: false })
    const id = mine?.id ?? 0
    expect((await emma.call(protection.askRelease, { body: { id } })).error).toBe('item.not-found')
    await wei.get(protection.askRelease, { body: { id } })
    const asked = await owner.get(api.quarantine, { query: { asked: true } })
    expect(asked.list.map((one) => one.id)).toContain(id)
    // Auditors see that it is there, not what it is about.
    const seen = (await auditor.get(api.quarantine, { query: {} })).list.find(
      (one) => one.id === id,
    )
    expect(seen).toMatchObject({ subject: '', fromName: '', fromAddress: 'boss@strict.test' })
    const blind = await auditor.get(api.quarantine, { query: { keyword: subject } })
    expect(blind.list).toEqual([])
    const may = [
      auditor.call(api.heldMail, { query: { id } }),
      auditor.call(api.release, { body: { ids: [id] } }),
      auditor.call(api.discard, { body: { ids: [id] } }),
      auditor.call(api.saveProtection, { body: {} }),
    ]
    for (const one of await Promise.all(may)) expect(one.error).toBe('console.not-allowed')
    const ids = rows.map((one) => one.id)
    const released = await Promise.all(
      Array.from({ length: 4 }, () => owner.get(api.release, { body: { ids, allow: true } })),
    )
    expect(released.reduce((sum, one) => sum + one.released, 0)).toBe(2)
    expect(await place(subject, wei)).toEqual(['inbox'])
    expect(await place(subject, emma)).toEqual(['inbox'])
    expect(await held(subject)).toEqual([])
    const list = await owner.get(api.listSenders, { query: { keyword: 'boss@strict.test' } })
    expect(list.list).toMatchObject([{ verdict: 'allow' }])
    const { list: acts } = await auditor.get(api.acts, { query: { keyword: 'mail-released' } })
    expect(acts.filter((one) => one.whom === 'wei@example.test')[0]).toMatchObject({ done: true })
    expect(JSON.stringify(acts)).not.toContain(subject)
  })

  it('issue 17: held mail is deleted by hand with the password, and by itself after its days', async () => {
    await settings({ junkAt: 1, quarantineAt: 1, keepDays: 3 })
    const [one, two] = [
      await send({ from: 'a@strict.test' }),
      await send({ from: 'a@strict.test' }),
    ]
    const [row] = await held(one.subject)
    const fresh = await rig.enter('owner')
    const ids = [row?.id ?? 0]
    expect((await fresh.call(api.discard, { body: { ids } })).error).toBe('console.confirm')
    await fresh.get(api.confirm, { body: { password: testPassword } })
    expect(await fresh.get(api.discard, { body: { ids } })).toEqual({ deleted: 1 })
    expect(await fresh.get(api.discard, { body: { ids } })).toEqual({ deleted: 0 })
    const [other] = await held(two.subject)
    await server.app.database.run(
      sql`UPDATE quarantine SET expires_at = now() - interval '1 second' WHERE id = ${other?.id}`,
    )
    await server.app.database.run(sql`SELECT graphile_worker.add_job('sweep-quarantine')`)
    await eventually(
      () => held(two.subject),
      (list) => list.length === 0,
    )
    const gone = await fresh.call(api.heldMail, { query: { id: other?.id ?? 0 } })
    expect(gone.error).toBe('protection.gone')
    expect((await verifyStore(server.app.database, server.app.blobs)).findings).toEqual([])
  })

  it('issue 17: thresholds that contradict each other are refused', async () => {
    const wrong = [
      { junkAt: 9, quarantineAt: 8 },
      { quarantineAt: 12, refuseAt: 11 },
    ]
    for (const one of wrong) {
      const body = protectionSettings.parse(one)
      expect((await owner.call(api.saveProtection, { body })).error).toBe('protection.thresholds')
    }
  })
})

describe('a wave', () => {
  it('issue 17: one mail is found in all mailboxes, with who opened it, taken back at once, and returned as it was', async () => {
    const to = ['wei@example.test', 'emma@example.test', 'auditor@example.test']
    const link = 'https://login.evil-site.test/reset?u=1'
    const html = `<a href="${link}">your account</a>`
    const { subject } = await send({
      to,
      subject: '账号升级 Reset',
      text: html,
      headers: ['MIME-Version: 1.0', 'Content-Type: text/html; charset=utf-8'],
    })
    const other = await send({ to, subject: 'Reset nothing' })
    const mine = (await listFolder(emma, 'inbox')).list.find((one) => one.mailSubject === subject)
    const mailIds = [mine?.mailId ?? 0]
    await emma.get(messages.seen, { body: { mailIds, seen: true } } as never)
    await emma.get(messages.star, { body: { mailIds, starred: true } } as never)
    const find = async (kind: string, sought: string) => {
      const { id } = await owner.get(api.searchWave, { body: { kind, sought } } as never)
      return eventually(
        () => owner.get(api.wave, { query: { id } }),
        (one) => one.state === 'found',
      )
    }
    const [row] = await server.app.database.query(sql<{ id: string; hash: string }>`
      SELECT message_id AS id, encode(blob, 'hex') AS hash FROM messages WHERE id = ${mine?.mailId}`)
    for (const [kind, sought] of [
      ['url', link],
      ['message-id', `<${row?.id}>`],
      ['hash', row?.hash ?? ''],
      ['subject', '账号升级'],
    ] as const)
      expect(await find(kind, sought), kind).toMatchObject({ copies: 3, mailboxes: 3, opened: 1 })
    expect((await find('sender', 'friend.test')).copies).toBe(6)
    expect(await find('url', 'elsewhere.test')).toMatchObject({ copies: 0 })
    for (const [kind, sought] of [
      ['hash', 'abc'],
      ['sender', 'nobody'],
      ['url', 'word'],
    ])
      expect((await owner.call(api.searchWave, { body: { kind, sought } } as never)).error).toBe(
        'protection.sought',
      )
    const wave = await find('subject', '账号升级')
    expect(wave.list[0]).toMatchObject({ address: 'emma@example.test', opened: true })
    const { id } = wave
    expect((await auditor.call(api.takeWave, { body: { id } })).error).toBe('console.not-allowed')
    const fresh = await rig.enter('owner')
    expect((await fresh.call(api.takeWave, { body: { id } })).error).toBe('console.confirm')
    const before = await emma.get(folders.list, { query: {} })
    const said = await Promise.all([
      owner.call(api.takeWave, { body: { id } }),
      owner.call(api.takeWave, { body: { id } }),
    ])
    expect(said.map((one) => one.error).sort()).toEqual(['protection.wave-busy', undefined].sort())
    const state = () => owner.get(api.wave, { query: { id } })
    expect(await eventually(state, (one) => one.state === 'taken')).toMatchObject({ taken: 3 })
    for (const client of [wei, emma]) {
      expect(await place(subject, client)).toEqual([])
      expect(await place(other.subject, client)).toEqual(['inbox'])
    }
    expect((await held(subject)).map((one) => one.class)).toEqual([
      'recalled',
      'recalled',
      'recalled',
    ])
    // Not to be fetched back by who deleted nothing.
    expect((await verifyStore(server.app.database, server.app.blobs)).findings).toEqual([])
    await owner.get(api.returnWave, { body: { id } })
    await eventually(state, (one) => one.state === 'returned')
    const back = (await listFolder(emma, 'inbox')).list.find((one) => one.mailSubject === subject)
    expect(back).toMatchObject({ seen: true, starred: true, receivedTime: mine?.receivedTime })
    const after = await emma.get(folders.list, { query: {} })
    const counts = (all: typeof before) =>
      all.folderList.map((one) => [one.role, one.mail, one.unread])
    expect(counts(after)).toEqual(counts(before))
    expect(await held(subject)).toEqual([])
    expect((await verifyStore(server.app.database, server.app.blobs)).findings).toEqual([])
  })
})
