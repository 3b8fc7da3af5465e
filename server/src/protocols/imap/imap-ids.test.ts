import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { newProgramMailbox } from '../../testing/imap-client.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

it('CLIENTACCESS-14 OBJECTID: a message keeps its name when it is moved or copied, and other mail of the same bytes has another', async () => {
  const box = await newProgramMailbox(server)
  await box.put('inbox', { subject: 'a' }, { subject: 'b' })
  const program = await box.program()
  const mailbox = /\[MAILBOXID \((F\d+)\)\]/
  const [, inbox] = mailbox.exec(await program.ask('SELECT INBOX')) ?? []
  expect(await program.ask('STATUS INBOX (MAILBOXID MESSAGES)')).toContain(
    `(MAILBOXID (${inbox}) MESSAGES 2)`,
  )
  const [, made] = mailbox.exec(await program.ask('CREATE made')) ?? []
  await program.ask('RENAME made other')
  expect(mailbox.exec(await program.ask('SELECT other'))?.[1]).toBe(made)
  await program.ask('SELECT INBOX')
  const names = async (number: number) =>
    /FETCH \((EMAILID \(E[\w-]+\)) (THREADID \(T\d+\))\)/
      .exec(await program.ask(`FETCH ${number} (EMAILID THREADID)`))
      ?.slice(1)
      .map((one) => one.replace(/[()]/g, ''))
  const [first, second] = [await names(1), await names(2)]
  expect(first?.[0]).not.toBe(second?.[0])
  await program.ask('COPY 1 INBOX')
  expect(await names(3)).toEqual(first)
  for (const key of first ?? [])
    expect(await program.ask(`SEARCH ${key}`)).toContain('* SEARCH 1 3\r\n')
  for (const key of ['EMAILID E0-00', 'THREADID x', 'EMAILID "T1"'])
    expect(await program.ask(`SEARCH ${key}`)).toContain('* SEARCH\r\n')
  const mail = 'Subject: same\r\n\r\nHello\r\n'
  for (const day of [1, 2])
    await program.ask(`APPEND INBOX " ${day}-Feb-2024 10:00:00 +0000" {${mail.length}+}\r\n${mail}`)
  expect((await names(4))?.[0]).not.toBe((await names(5))?.[0])
  await program.ask('MOVE 1 other')
  await program.ask('SELECT other')
  expect(await names(1)).toEqual(first)
})

it('CLIENTACCESS-14 SAVEDATE: when a message came into the folder, not when it arrived', async () => {
  const box = await newProgramMailbox(server)
  await box.put('inbox', { subject: 'old', at: '2020-01-05T00:00:00Z' })
  const program = await box.program()
  await program.ask('SELECT INBOX')
  const fetched = async () => await program.ask('FETCH 1 (INTERNALDATE SAVEDATE)')
  const year = new Date().getUTCFullYear()
  // A test may run while a year ends.
  const years = `(?:${year}|${year + 1})`
  expect(await fetched()).toMatch(
    new RegExp(`INTERNALDATE " 5-Jan-2020 [^"]+" SAVEDATE "[ \\d]\\d-\\w{3}-${years} `),
  )
  for (const [key, found] of [
    ['SAVEDSINCE 1-Jan-2021', ' 1'],
    ['SAVEDBEFORE 1-Jan-2021', ''],
    ['SAVEDON 5-Jan-2020', ''],
    ['SINCE 1-Jan-2021', ''],
    ['SAVEDATESUPPORTED', ' 1'],
  ])
    expect(await program.ask(`SEARCH ${key}`)).toContain(`* SEARCH${found}\r\n`)
  // Of mail from before this was kept it is the day it arrived, until it is moved.
  await server.app.database.run(
    sql`UPDATE messages SET saved_at = NULL WHERE account_id = ${box.accountId}`,
  )
  expect(await fetched()).toContain('SAVEDATE " 5-Jan-2020 ')
  await program.ask('MOVE 1 Archive')
  await program.ask('SELECT Archive')
  expect(await fetched()).not.toContain('SAVEDATE " 5-Jan-2020 ')
})

it('CLIENTACCESS-14 QUOTA: what is used and what there is room for, for every mailbox', async () => {
  const box = await newProgramMailbox(server)
  await box.put('inbox', { subject: 'a', text: 'x'.repeat(5_000) })
  await server.app.database.run(
    sql`UPDATE accounts SET quota_bytes = 2500000 WHERE id = ${box.accountId}`,
  )
  const used = (await server.app.mailstore.state(box.accountId))?.used ?? 0
  const program = await box.program()
  expect(await program.ask('CAPABILITY')).toMatch(/ QUOTA QUOTA=RES-STORAGE/)
  const quota = `* QUOTA "" (STORAGE ${Math.ceil(used / 1024)} 2441)\r\n`
  expect(await program.ask('GETQUOTAROOT Archive')).toContain(
    `* QUOTAROOT "Archive" ""\r\n${quota}`,
  )
  expect(await program.ask('GETQUOTA ""')).toContain(quota)
  expect(await program.ask('GETQUOTA other')).toMatch(/NO \[NONEXISTENT\]/)
  expect(await program.ask('SETQUOTA "" (STORAGE 1)')).toMatch(/BAD/)
  await program.ask('SELECT INBOX')
  const size = Number(/SIZE (\d+)/.exec(await program.ask('FETCH 1 RFC822.SIZE'))?.[1])
  expect(await program.ask('STATUS INBOX (DELETED DELETED-STORAGE)')).toContain(
    '(DELETED 0 DELETED-STORAGE 0)',
  )
  await program.ask('STORE 1 +FLAGS (\\Deleted)')
  expect(await program.ask('STATUS INBOX (DELETED DELETED-STORAGE)')).toContain(
    `(DELETED 1 DELETED-STORAGE ${size})`,
  )
})

it('CLIENTACCESS-14 no UIDVALIDITY is given twice: a folder that is made again within a second is another mailbox', async () => {
  const box = await newProgramMailbox(server)
  const program = await box.program()
  const validities: number[] = []
  for (let turn = 0; turn < 4; turn++) {
    await program.ask('CREATE again')
    const said = await program.ask('STATUS again (UIDVALIDITY)')
    validities.push(Number(/UIDVALIDITY (\d+)/.exec(said)?.[1]))
    await program.ask('DELETE again')
  }
  expect(validities).toEqual([...new Set(validities)].sort((a, b) => a - b))
  expect(validities[0]).toBeGreaterThan(0)
  program.close()
})

it('CLIENTACCESS-14 a UIDVALIDITY of before the upgrade is not given again either, however the clock stood', async () => {
  const box = await newProgramMailbox(server)
  const program = await box.program()
  const { database } = server.app
  const latest = 4_000_000_000
  await program.ask('CREATE before')
  await database.run(sql`UPDATE accounts SET last_uid_validity = 0 WHERE id = ${box.accountId}`)
  await database.run(sql`
    UPDATE folders SET uid_validity = ${latest} WHERE account_id = ${box.accountId} AND name = 'before'`)
  const upgrade = new URL('../../../migrations/0101-uid-validities-of-before.sql', import.meta.url)
  const client = await database.connect()
  await client.query(await readFile(upgrade, 'utf8'))
  await client.end()
  await program.ask('DELETE before')
  await program.ask('CREATE before')
  expect(await program.ask('STATUS before (UIDVALIDITY)')).toContain(`(UIDVALIDITY ${latest + 1})`)
  program.close()
})

it('CLIENTACCESS-14 MODSEQ of ESEARCH is that of what is told (RFC 4731), who begins to speak of positions hears the mailbox’s, and LIST of no name finds none', async () => {
  const box = await newProgramMailbox(server)
  await box.put('inbox', ...['a', 'b', 'c'].map((subject) => ({ subject })))
  const program = await box.program()
  await program.ask('SELECT INBOX')
  for (const number of [2, 3, 1]) await program.ask(`STORE ${number} +FLAGS (\\Flagged)`)
  const first = await program.ask('FETCH 1:3 (MODSEQ)')
  expect(first).toMatch(/\* OK \[HIGHESTMODSEQ \d+\]/)
  expect(await program.ask('FETCH 1 (MODSEQ)')).not.toContain('HIGHESTMODSEQ')
  const of = [1, 2, 3].map((number) =>
    Number(new RegExp(`\\* ${number} FETCH .*MODSEQ \\((\\d+)\\)`).exec(first)?.[1]),
  )
  const search = async (items: string) =>
    Number(/MODSEQ (\d+)/.exec(await program.ask(`SEARCH RETURN (${items}) 2:3 MODSEQ 1`))?.[1])
  expect(await search('MIN')).toBe(of[1])
  expect(await search('MAX')).toBe(of[2])
  expect(await search('MIN MAX')).toBe(of[2])
  expect(await search('MIN COUNT')).toBe(of[2])
  for (const pattern of ['"!#$&\'+,-.;<=>?@^_`|[}*"', '"&AAA*"'])
    expect(await program.ask(`LIST "" ${pattern}`)).toMatch(/^t\d+ OK/)
  program.close()
})
