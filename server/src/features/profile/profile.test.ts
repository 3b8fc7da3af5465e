import { compose } from '@hongyan/contract/compose'
import { messages } from '@hongyan/contract/messages'
import { profile } from '@hongyan/contract/profile'
import { session } from '@hongyan/contract/session'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { mail } from '../../testing/builders.ts'
import { draftBody, listFolder, mailBody } from '../../testing/compose-helpers.ts'
import { newMailbox, type TestMailbox } from '../../testing/mailbox.ts'
import { connectSmtp } from '../../testing/smtp-client.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  await switchAliases(true)
})

afterAll(() => server.stop())

async function switchAliases(on: boolean): Promise<void> {
  const organisation = await server.app.directory.organisation()
  if (organisation) await server.app.settings.turn(organisation.id, 'aliasEnable', on)
}

const save = (box: TestMailbox, alias: string) =>
  box.client.call(profile.saveAlias, { body: { alias } })
const shown = (box: TestMailbox) => box.client.get(profile.get, { query: {} })

async function deliver(to: string): Promise<number> {
  const client = await connectSmtp(server.smtpPort)
  await client.hello()
  const from = 'peer@other.test'
  const data = mail({ to, from, subject: `to ${to}` })
  const answer = await client.send({ from, to, data })
  await client.quit()
  return answer.code
}

/** From of the latest sent mail. */
async function lastFrom({ client }: TestMailbox) {
  const { list } = await listFolder(client, 'sent')
  const mailId = list[0]?.mailId ?? 0
  return (await client.get(messages.detail, { query: { mailId } })).mailFrom
}

it('SECURITY-11 a nickname stands in From until it is deleted', async () => {
  const box = await newMailbox(server, { name: '张伟' })
  await box.client.get(profile.saveNickname, { body: { nickname: '  市场部  小张 ' } })
  expect(await shown(box)).toMatchObject({ name: '张伟', nickname: '市场部 小张' })
  expect(await box.client.get(compose.params, { query: {} })).toMatchObject({
    from: [{ name: '市场部 小张', address: box.address }],
  })
  await box.client.get(compose.send, { body: mailBody() })
  expect(await lastFrom(box)).toEqual({ name: '市场部 小张', address: box.address })
  await box.client.get(profile.deleteNickname, { body: {} })
  await box.client.get(compose.send, { body: mailBody() })
  expect((await lastFrom(box)).name).toBe('张伟')
})

it('SECURITY-11 nobody writes under the name of a colleague, an address or what cannot be seen', async () => {
  const [mine] = [
    await newMailbox(server),
    await newMailbox(server, { name: '王 总' }),
    await newMailbox(server, { name: 'Paul Carson' }),
  ]
  for (const [nickname, error] of [
    ['王总', 'nickname.taken'],
    ['王　总', 'nickname.taken'],
    ['王·总', 'nickname.taken'],
    ['王总（财务部）', 'nickname.taken'],
    ['【总部】王总', 'nickname.taken'],
    ['王总 | 代发', 'nickname.taken'],
    ['Carson Paul', 'nickname.taken'],
    ['Carson, Paul', 'nickname.taken'],
    ['Paul Carson (CFO)', 'nickname.taken'],
    ['Sales - paul carson', 'nickname.taken'],
    ['ᴘᴀᴜʟ ᴄᴀʀꜱᴏɴ', 'nickname.taken'],
    ['Paul Cаrson', 'nickname.taken'],
    ['PAUL  CAR5ON', 'nickname.taken'],
    ['Ｐaul\u0301 Carson', 'nickname.taken'],
    ['CEO', 'nickname.reserved'],
    ['С Е О', 'nickname.reserved'],
    ['系统管理员', 'nickname.reserved'],
    ['邮箱 管理员', 'nickname.reserved'],
    ['Adm1nistrator', 'nickname.reserved'],
    ['IT-Support', 'nickname.reserved'],
    ['', 'nickname.invalid'],
    ['\u3164', 'nickname.invalid'],
    ['王\u115F总', 'nickname.invalid'],
    ['\u2800', 'nickname.invalid'],
    ['boss@bank.com', 'nickname.invalid'],
    ['boss＠bank.com', 'nickname.invalid'],
    ['<boss>', 'nickname.invalid'],
    ['a\u202Eb', 'nickname.invalid'],
    ['a\u200Bb', 'nickname.invalid'],
    ['字'.repeat(41), 'nickname.invalid'],
  ] as const)
    expect((await mine.client.call(profile.saveNickname, { body: { nickname } })).error).toBe(error)
  expect((await shown(mine)).nickname).toBe('')
})

it('SECURITY-11 the own name may stand beside what says where one works, also where a colleague has the same name; one letter is no name', async () => {
  const [mine] = [
    await newMailbox(server, { name: '陈晨' }),
    await newMailbox(server, { name: '陈晨' }),
    await newMailbox(server, { name: '李' }),
  ]
  for (const nickname of ['陈晨', '陈晨（市场部）', '陈晨 / 李', '晨晨'])
    expect((await mine.client.call(profile.saveNickname, { body: { nickname } })).error).toBe(
      undefined,
    )
})

it('SECURITY-11 of many who take one nickname at once one has it; a name is compared as it is now, and one that was given up is free', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => newMailbox(server)))
  const take = (box: (typeof all)[number], nickname: string) =>
    box.client.call(profile.saveNickname, { body: { nickname } })
  const answers = await Promise.all(all.map((box) => take(box, '北极星')))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(answers.filter(({ error }) => error === 'nickname.taken')).toHaveLength(5)
  const [first, second] = all
  if (!first || !second) throw new Error('nobody')
  // The directory renames somebody: nothing but the name is written.
  await server.app.database.run(
    sql`UPDATE users SET name = '南极星' WHERE account_id = ${first.accountId}`,
  )
  expect(await take(second, '南 极 星')).toMatchObject({ error: 'nickname.taken' })
  const winner = all[answers.findIndex(({ code }) => code === 200)]
  await winner?.client.get(profile.deleteNickname, { body: {} })
  expect(await take(second, '北极星')).toMatchObject({ code: 200 })
})

it('SECURITY-11 P13 names of an organisation that have no keys yet get them in short transactions; the last one counts too', async () => {
  const box = await newMailbox(server)
  const organisation = await server.app.directory.organisation()
  await server.app.database.run(sql`
    WITH made AS (
      INSERT INTO accounts (organisation_id, address, display_name)
      SELECT ${organisation?.id ?? null}::bigint, 'crowd' || n || '@example.test', '众' || n FROM generate_series(1, 1100) n
      RETURNING organisation_id, id, display_name
    )
    INSERT INTO users (organisation_id, account_id, name, password_hash)
    SELECT organisation_id, id, display_name, '' FROM made`)
  const answer = await box.client.call(profile.saveNickname, { body: { nickname: '众1100' } })
  expect(answer.error).toBe('nickname.taken')
  const [row] = await server.app.database.query(sql<{ transactions: number; keyed: number }>`
    SELECT count(DISTINCT xmin::text)::int AS transactions, count(*) FILTER (WHERE keyed_as <> '{}')::int AS keyed
    FROM users WHERE name LIKE '众%'`)
  expect(row?.keyed).toBe(1100)
  expect(row?.transactions).toBeGreaterThanOrEqual(3)
})

it('SECURITY-11 mail to an alias arrives, the alias can be written from and is answered from, and is refused once it is deleted', async () => {
  const box = await newMailbox(server)
  expect(
    await box.client.get(profile.saveAlias, { body: { alias: 'Sales.North@EXAMPLE.test' } }),
  ).toEqual({
    alias: 'sales.north@example.test',
  })
  const alias = 'sales.north@example.test'
  expect((await shown(box)).aliases).toEqual([{ alias, own: 1 }])
  expect(await deliver(alias)).toBe(250)
  expect(await box.subjects(box.inbox)).toEqual([`to ${alias}`])
  const [{ mailId } = { mailId: 0 }] = await box.items(box.inbox)
  const begun = await box.client.get(compose.start, { params: { type: 'reply' }, body: { mailId } })
  expect(begun.mailFrom).toBe(alias)
  await box.client.get(compose.send, { body: mailBody({ mailFrom: alias }) })
  expect((await lastFrom(box)).address).toBe(alias)
  const { from } = await box.client.get(compose.params, { query: {} })
  expect(from.map((one) => one.address)).toEqual([box.address, alias])

  await box.client.get(profile.deleteAlias, { body: { alias } })
  expect(await deliver(alias)).toBe(550)
  const late = await box.client.call(compose.send, { body: mailBody({ mailFrom: alias }) })
  expect(late.error).toBe('address.not-yours')
  const draft = await box.client.call(compose.saveDraft, { body: draftBody({ mailFrom: alias }) })
  expect(draft.error).toBeUndefined()
})

it('SECURITY-11 an alias is nobody else’s, not reserved, well formed, in the own domain and one of five', async () => {
  const [mine, theirs] = [await newMailbox(server), await newMailbox(server)]
  await theirs.client.get(profile.saveAlias, { body: { alias: 'theirs@example.test' } })
  await server.addPerson({ address: 'colleague@example.test' })
  for (const [alias, error] of [
    ['theirs@example.test', 'alias.taken'],
    ['colleague@example.test', 'alias.taken'],
    ['postmaster@example.test', 'alias.reserved'],
    ['ADMIN@example.test', 'alias.reserved'],
    ['host.master@example.test', 'alias.reserved'],
    ['no-reply@example.test', 'alias.reserved'],
    ['ab@example.test', 'alias.invalid'],
    ['a..b@example.test', 'alias.invalid'],
    ['.abc@example.test', 'alias.invalid'],
    ['abc+tag@example.test', 'alias.invalid'],
    ['аdmin@example.test', 'alias.invalid'],
    ['good@other.test', 'alias.invalid'],
    ['example.test', 'alias.invalid'],
  ] as const)
    expect([alias, (await save(mine, alias)).error]).toEqual([alias, error])
  const many = await Promise.all(
    Array.from({ length: 7 }, (_, index) => save(mine, `one-${index}@example.test`)),
  )
  expect(many.filter((one) => one.error === 'alias.too-many')).toHaveLength(2)
  expect((await shown(mine)).aliases).toHaveLength(5)
})

it('SECURITY-11 an alias looks like no address of a colleague, in any domain of the organisation; what is like the own one is fine', async () => {
  const mine = await newMailbox(server)
  const aliases = ['barn.cell@example.test']
  const { accountId } = await server.addPerson({ address: 'wei.lin@example.test', aliases })
  const { id } = (await server.app.directory.organisation()) ?? {}
  if (id) await server.app.directory.createDomain(id, 'second.test')
  for (const alias of [
    'weilin@example.test',
    'wei-lin@example.test',
    'wei.1in@example.test',
    'wel_lin@example.test',
    'vvei.lin@example.test',
    'wei.lin@second.test',
    'barncell@example.test',
    'bam-cell@example.test',
    'barn.ceii@example.test',
  ])
    expect([alias, (await save(mine, alias)).error]).toEqual([alias, 'alias.taken'])
  expect((await save(mine, 'wei.lind@example.test')).error).toBeUndefined()
  const own = { address: 'weilin@example.test', most: 5 }
  expect(await server.app.directory.profiles.claim(accountId, own)).toBe('done')
  const both = await Promise.all([
    save(await newMailbox(server), 'north-star@example.test'),
    save(await newMailbox(server), 'northstar@example.test'),
  ])
  expect(both.map(({ error }) => error).sort()).toEqual(['alias.taken', undefined])
})

it('SECURITY-11 what was somebody’s alias comes to nobody else, and aliases of the administrator stay', async () => {
  const [mine, theirs] = [await newMailbox(server), await newMailbox(server)]
  await mine.client.get(profile.saveAlias, { body: { alias: 'once-mine@example.test' } })
  await mine.client.get(profile.deleteAlias, { body: { alias: 'once-mine@example.test' } })
  expect((await save(theirs, 'once-mine@example.test')).error).toBe('alias.taken')
  // Nor does a new mailbox get it, as its name or beside it.
  for (const person of [
    { address: 'once-mine@example.test' },
    { address: 'late-comer@example.test', aliases: ['Once-Mine@example.test'] },
  ])
    await expect(server.addPerson(person)).rejects.toMatchObject({ code: 'alias.taken' })
  expect((await save(mine, 'once-mine@example.test')).error).toBeUndefined()
  const gone = await theirs.client.call(profile.deleteAlias, {
    body: { alias: 'once-mine@example.test' },
  })
  expect(gone.error).toBe('item.not-found')
  const main = await mine.client.call(profile.deleteAlias, { body: { alias: mine.address } })
  expect(main.error).toBe('item.not-found')
})

it('SECURITY-11 where the organisation has not switched aliases on nobody makes one', async () => {
  const box = await newMailbox(server)
  await switchAliases(false)
  try {
    expect((await save(box, 'sneaky@example.test')).error).toBe('alias.off')
    expect((await shown(box)).aliasEnable).toBe(0)
  } finally {
    await switchAliases(true)
  }
})

it('SETTINGS-10 user/update/details changes gender and duties of its user; what is left out stays', async () => {
  const [mine, theirs] = [await newMailbox(server), await newMailbox(server)]
  await mine.client.get(profile.updateDetails, { body: { gender: 1, duties: ' 工程师 ' } })
  await mine.client.get(profile.updateDetails, { body: { gender: 0 } })
  expect(await mine.client.get(session.userInfo, {})).toMatchObject({ gender: 0, duties: '工程师' })
  expect(await theirs.client.get(session.userInfo, {})).toMatchObject({ gender: 2, duties: '' })
  const bad = await mine.client.call(profile.updateDetails, { body: { gender: 7 } as never })
  expect(bad.status).toBe(400)
})
