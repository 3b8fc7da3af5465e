import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { labels } from '@hongyan/contract/labels'
import { type Migration, migrations, type SourceServer } from '@hongyan/contract/migration'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { messagesOf } from '../features/migration/sources/pop3-listing.ts'
import { asId, type FolderId } from '../platform/ids.ts'
import { createSelfSigned } from '../protocols/shared/self-signed.ts'
import { startDnsServer, type TestDnsServer } from './dns-server.ts'
import { newMailbox, type TestMailbox } from './mailbox.ts'
import { type Pop3Script, type ScriptedDrop, startScriptedPop3 } from './scripted-pop3.ts'
import { startScriptedSource } from './scripted-source.ts'
import { startTestServer, type TestServer } from './start-test-server.ts'

const host = 'mail.example.test'
let server: TestServer
let dns: TestDnsServer
let certificates: string
let [keyFile, certFile] = ['', '']

beforeAll(async () => {
  certificates = await mkdtemp(join(tmpdir(), 'hongyan-test-pop3-source-'))
  const { key, cert } = await createSelfSigned(host, new Date())
  keyFile = join(certificates, 'key.pem')
  certFile = join(certificates, 'cert.pem')
  await Promise.all([writeFile(keyFile, key), writeFile(certFile, cert)])
  dns = await startDnsServer({ [host]: { A: ['127.0.0.1'] } })
  server = await startTestServer({
    environment: { HONGYAN_DNS: dns.address, HONGYAN_MIGRATION_CA: certFile },
  })
})

afterAll(async () => {
  await server.stop()
  await dns.stop()
  await rm(certificates, { recursive: true, force: true })
})

const given = (port: number, protocol: SourceServer['protocol'] = 'pop3') => ({
  address: 'old@elsewhere.test',
  userName: '',
  password: 'secret-of-old',
  server: { protocol, host, port, security: 'tls' } satisfies SourceServer,
})

const at2015 = 'Thu, 01 Jan 2015 00:00:00 +0000'

const drop = (name: string, over: Partial<ScriptedDrop> & { head?: string[] } = {}) => {
  const { head = [`Date: ${at2015}`], ...rest } = over
  const fields = [...head, 'From: Old <old@elsewhere.test>', `Subject: ${name}`]
  return {
    id: name,
    raw: `${[...fields, `Message-ID: <${name}@elsewhere.test>`].join('\r\n')}\r\n\r\n.${name}\r\n`,
    ...rest,
  }
}

async function ended({ client }: TestMailbox): Promise<Migration> {
  for (;;) {
    const [found] = (await client.get(migrations.list, { query: {} })).list
    if (found && found.status !== 'dispatching' && found.status !== 'inProgress') return found
    await new Promise((go) => setTimeout(go, 50))
  }
}

/** Brings in what a server has. @returns the server, the mailbox it came to, and how it ended */
async function migrated(
  script: Pop3Script,
  range: { range: 'all' } | { range: 'time'; since?: string; until?: string } = { range: 'all' },
) {
  const source = await startScriptedPop3(keyFile, certFile, script)
  const target = await newMailbox(server)
  const again = async () => {
    await target.client.get(migrations.save, { body: { ...given(source.port), ...range } })
    return ended(target)
  }
  return { source, target, again, done: await again() }
}

async function resultOf({ client }: TestMailbox, { migrationId }: Migration): Promise<string[][]> {
  const authorization = `Bearer ${client.tokens?.accessToken}`
  const path = `/api/${migrations.file.path}?migrationId=${migrationId}&language=en`
  const answer = await fetch(new URL(path, server.url), {
    headers: { Authorization: authorization },
  })
  const [, ...lines] = (await answer.text()).trimEnd().split('\r\n')
  return lines.map((line) => line.split('","').map((cell) => cell.replaceAll('"', '')))
}

const subjectsIn = async (target: TestMailbox): Promise<string[]> =>
  (await target.subjects(target.inbox)).sort()

it('MIGRATION-09 POP3: the day is that of the first Received field, else of Date; what tells neither came today', async () => {
  const received = (day: string) => `by x with y;\r\n ${day} May 2016 10:00:00 +0200 (CEST)`
  const { target, source, done } = await migrated({
    messages: [
      drop('received', {
        head: [`Received: ${received('02')}`, `Received: ${received('01')}`, `Date: ${at2015}`],
      }),
      drop('written'),
      drop('none', { head: [] }),
      drop('nonsense', { head: ['Received: from x', 'Date: soon'] }),
    ],
  })
  expect(done).toMatchObject({ status: 'completed', imported: 4, skipped: 0, failed: 0 })
  const days = new Map<string | undefined, string>()
  for (const { mailSubject, receivedTime } of await target.items(target.inbox))
    days.set(mailSubject, new Date(receivedTime ?? '').toISOString())
  expect(days.get('received')).toBe('2016-05-02T08:00:00.000Z')
  expect(days.get('written')).toBe('2015-01-01T00:00:00.000Z')
  const begun = new Date(done.createdTime).getTime()
  for (const name of ['none', 'nonsense'])
    expect(new Date(days.get(name) ?? '').getTime(), name).toBeGreaterThanOrEqual(begun)
  source.stop()
})

it.each([true, false])(
  'MIGRATION-08 POP3: a range goes by those days, and asks for whole messages only where the server knows no TOP (%s)',
  async (knowsTop) => {
    const messages = [
      drop('before', { head: ['Date: Sat, 30 Apr 2016 23:59:59 +0000'] }),
      drop('first', { head: ['Date: Sun, 01 May 2016 00:00:00 +0000'] }),
      drop('last', { head: ['Date: Tue, 31 May 2016 23:59:59 +0000'] }),
      drop('after', { head: ['Date: Wed, 01 Jun 2016 00:00:00 +0000'] }),
      drop('unknown', { head: [] }),
    ]
    const { target, source, done } = await migrated(
      { messages, knowsTop },
      { range: 'time', since: '2016-05-01', until: '2016-05-31' },
    )
    expect(done).toMatchObject({ status: 'completed', imported: 3, skipped: 2, failed: 0 })
    expect(await subjectsIn(target)).toEqual(['first', 'last', 'unknown'])
    expect(source.counts.retrieved).toBe(knowsTop ? 3 : 5)
    source.stop()
  },
)

it('MIGRATION-07 POP3: a line that is cut in the middle of messages goes on behind what came, and nothing comes twice', async () => {
  const messages = Array.from({ length: 70 }, (_, at) => drop(`m-${at}`))
  const { target, source, again, done } = await migrated({ messages, cutsAt: [20, 50, 75] })
  expect(done).toMatchObject({ status: 'completed', imported: 70, skipped: 0, failed: 0 })
  expect(await subjectsIn(target)).toEqual(messages.map(({ id }) => id).sort())
  expect(await again()).toMatchObject({ status: 'completed', imported: 0, skipped: 70 })
  source.stop()
})

it('MIGRATION-05 POP3: one id for several mails, ids that are too long, and what a listing leaves out: each comes or is listed', async () => {
  const long = 'x'.repeat(230)
  const large = (name: string) => `${drop(name).raw}${`${'x'.repeat(78)}\r\n`.repeat(2_500)}`
  const others = Array.from({ length: 120 }, (_, at) => drop(`o-${at}`))
  const { target, source, again, done } = await migrated({
    messages: [
      drop('one', { id: 'same' }),
      drop('other', { id: 'same' }),
      drop('third', { id: 'same' }),
      drop('long-1', { id: `${long}1` }),
      drop('long-2', { id: `${long}2` }),
      drop('strange', { id: 'caf\u00e9' }),
      drop('nameless', { id: null }),
      drop('unlisted', { isUnlisted: true }),
      drop('kept-back', { isRefused: true }),
      ...others,
      { ...drop('large'), raw: large('large'), isUnlisted: true },
      { ...drop('sizeless'), raw: large('sizeless'), size: 0 },
      { ...drop('larger'), raw: large('larger'), size: 100 },
      { ...drop('huge'), raw: `${drop('huge').raw}${'x'.repeat(73 * 1024 * 1024)}\r\n`, size: 100 },
      drop('last'),
    ],
  })
  expect(done).toMatchObject({ status: 'completed', total: 134, imported: 131, failed: 3 })
  expect(await resultOf(target, done)).toEqual([
    ['INBOX', 'no UIDL 7', 'nameless', expect.any(String), '', expect.stringContaining('UIDL')],
    ['INBOX', 'kept-back', '', expect.any(String), '', 'Message cannot be read'],
    ['INBOX', 'huge', 'huge', expect.any(String), '', expect.stringMatching(/large/i)],
  ])
  const { total } = await target.counts(target.inbox)
  expect(total).toBe(131)
  expect(await again()).toMatchObject({ imported: 0, skipped: 132, failed: 2 })
  source.stop()
})

it('MIGRATION-05 POP3: of mails with one id, one that came later is not taken for one that is gone', async () => {
  const messages = [drop('first', { id: 'same' }), drop('second', { id: 'same' })]
  const { target, source, again, done } = await migrated({ messages })
  expect(done).toMatchObject({ status: 'completed', imported: 2 })
  messages.splice(0, 1)
  messages.push(drop('of another size', { id: 'same' }))
  expect(await again()).toMatchObject({ status: 'completed', imported: 1, skipped: 1 })
  expect(await subjectsIn(target)).toEqual(['first', 'of another size', 'second'])
  source.stop()
})

it('T24 P7 POP3: two listings of 200,000 lines, in disorder and with long ids, are taken apart in many turns of the loop', async () => {
  const count = 200_000
  const lines = (word: (number: number) => string): Buffer =>
    Buffer.from(
      Array.from({ length: count }, (_, at) => ((at * 7_919) % count) + 1)
        .map((number) => `${number} ${word(number)}\r\n`)
        .join(''),
    )
  const [sizes, ids] = [lines(() => '100'), lines((number) => `${'u'.repeat(60)}${number}`)]
  let turns = 0
  let isOver = false
  const next = (): void => {
    turns++
    if (!isOver) setImmediate(next)
  }
  setImmediate(next)
  const found = await messagesOf(sizes, ids)
  isOver = true
  expect([found.length, found[0]?.cursor, found.at(-1)?.cursor]).toEqual([count, 1, count])
  // 20 MB: no turn has more than 64 kB or 2,000 small steps.
  expect(turns).toBeGreaterThan(400)
  await expect(messagesOf(Buffer.alloc(count + 1, 0x0a), ids)).rejects.toThrow('line')
})

it('MIGRATION-09 mail for the recycle bin waits while that is being emptied, also when it begins within a step', async () => {
  const mail = (uid: number) => ({ uid, raw: drop(`m-${uid}`).raw })
  const source = await startScriptedSource(keyFile, certFile, {
    folders: [
      { path: 'INBOX', messages: [mail(1)] },
      { path: 'Trash', messages: [mail(2)] },
    ],
  })
  const target = await newMailbox(server)
  const { mailstore } = server.app
  const bin = asId<FolderId>(target.folderId('trash'))
  const { keepAll, folderByRole } = mailstore
  let emptied = 0
  // Its bytes have come, and its transaction has not begun.
  const keeping = vi.spyOn(mailstore, 'keepAll').mockImplementation(async (prepared) => {
    if (prepared.some(({ parsed }) => parsed.envelope.subject === 'm-2') && emptied++ === 0)
      await mailstore.setEmptying(target.accountId, bin, true)
    return keepAll(prepared)
  })
  let waits = 0
  const looking = vi.spyOn(mailstore, 'folderByRole').mockImplementation(async (...at) => {
    if (emptied > 0 && at[1] === 'trash') waits++
    return folderByRole(...at)
  })
  await target.client.get(migrations.save, {
    body: { ...given(source.port, 'imap'), range: 'all' as const },
  })
  // It has looked again, and still waits.
  await expect.poll(() => waits).toBeGreaterThan(1)
  expect(await target.counts(target.folderId('trash'))).toMatchObject({ total: 0 })
  await mailstore.setEmptying(target.accountId, bin, false)
  expect(await ended(target)).toMatchObject({ status: 'completed', imported: 2, failed: 0 })
  expect(await target.subjects(target.folderId('trash'))).toEqual(['m-2'])
  keeping.mockRestore()
  looking.mockRestore()
  source.stop()
})

const withoutId = (name: string, head: string[] = [`Date: ${at2015}`]): string =>
  `${[...head, `Subject: ${name}`].join('\r\n')}\r\n\r\n${name}\r\n`

it('MIGRATION-07 MIGRATION-09 POP3: other UIDLs bring nothing twice, with a Message-ID or without, with a day or without; equal mails come as often as they stand there', async () => {
  const messages = [
    withoutId('dated'),
    withoutId('undated', []),
    drop('named').raw,
    withoutId('undated', []),
    // So many that the copies behind them come with another group.
    ...Array.from({ length: 40 }, (_, at) => drop(`m-${at}`).raw),
    withoutId('dated'),
    drop('named').raw,
  ].map((raw, at) => ({ id: `first-${at}`, raw }))
  const { target, source, again, done } = await migrated({ messages })
  expect(done).toMatchObject({ status: 'completed', imported: 46, skipped: 0, failed: 0 })
  messages.forEach((one, at) => {
    one.id = `second-${at}`
  })
  expect(await again()).toMatchObject({ status: 'completed', imported: 0, skipped: 46, failed: 0 })
  messages.push({ id: 'new', raw: withoutId('undated', []) })
  expect(await again()).toMatchObject({ status: 'completed', imported: 1, skipped: 46, failed: 0 })
  expect(await again()).toMatchObject({ status: 'completed', imported: 0, skipped: 47, failed: 0 })
  expect(await target.counts(target.inbox)).toMatchObject({ total: 47 })
  source.stop()
})

it('MIGRATION-07 MIGRATION-09 IMAP: another UIDVALIDITY brings nothing twice, and equal mails come as often as they stand there', async () => {
  const raws = [
    withoutId('same'),
    drop('named').raw,
    ...Array.from({ length: 40 }, (_, at) => drop(`m-${at}`).raw),
    withoutId('same'),
    drop('named').raw,
  ]
  const folder = {
    path: 'INBOX',
    validity: 7,
    messages: raws.map((raw, at) => ({ uid: at + 1, raw })),
  }
  const source = await startScriptedSource(keyFile, certFile, { folders: [folder] })
  const target = await newMailbox(server)
  const run = async () => {
    await target.client.get(migrations.save, {
      body: { ...given(source.port, 'imap'), range: 'all' as const },
    })
    return ended(target)
  }
  expect(await run()).toMatchObject({ status: 'completed', imported: 44, skipped: 0, failed: 0 })
  folder.validity = 8
  folder.messages = raws.map((raw, at) => ({ uid: at + 201, raw }))
  expect(await run()).toMatchObject({ status: 'completed', imported: 0, skipped: 44, failed: 0 })
  // Another copy of each at the same validity, and then a new validity once more.
  for (const raw of raws.slice(0, 2)) {
    raws.push(raw)
    folder.messages.push({ uid: 200 + raws.length, raw })
  }
  expect(await run()).toMatchObject({ status: 'completed', imported: 2, skipped: 44, failed: 0 })
  folder.validity = 9
  expect(await run()).toMatchObject({ status: 'completed', imported: 0, skipped: 46, failed: 0 })
  expect(await target.counts(target.inbox)).toMatchObject({ total: 46 })
  source.stop()
})

it('MIGRATION-03 G115 labels of another server come as labels, with names of any length up to 255 bytes', async () => {
  const longest = '标'.repeat(85)
  const flags = `\\Seen Important $label_abcdefghijklmnop $label_${'=E6=A0=87'.repeat(85)}`
  const messages = [{ uid: 1, raw: drop('labelled').raw, flags }]
  const source = await startScriptedSource(keyFile, certFile, {
    folders: [{ path: 'INBOX', messages }],
  })
  const target = await newMailbox(server)
  await target.client.get(labels.save, { body: { labelName: 'mine' } })
  await target.client.get(migrations.save, {
    body: { ...given(source.port, 'imap'), range: 'all' as const },
  })
  expect(await ended(target)).toMatchObject({ status: 'completed', imported: 1, failed: 0 })
  const { list } = await target.client.get(labels.list, { query: {} })
  expect(list.map((one) => [one.labelName, one.mail])).toEqual([
    ['mine', 0],
    ['abcdefghijklmnop', 1],
    [longest, 1],
  ])
  const [item] = await target.items(target.inbox)
  expect(item?.labels).toEqual(list.slice(1).map(({ labelId }) => labelId))
  source.stop()
})
