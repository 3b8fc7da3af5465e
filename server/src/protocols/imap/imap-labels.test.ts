import { labels } from '@hongyan/contract/labels'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newProgramMailbox } from '../../testing/imap-client.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

it('CLIENTACCESS-14 labels of the browser are keywords of programs, and keywords of programs labels of the browser', async () => {
  const box = await newProgramMailbox(server)
  const { client } = box
  const { labelId: work } = await client.get(labels.save, {
    body: { labelName: '工作 A', color: 1 },
  })
  const ids = await box.put('inbox', { subject: 'a' }, { subject: 'b' }, { subject: 'c' })
  const mark = (body: object) =>
    client.get(labels.mark, { body: { mailIds: ids.slice(0, 1), ...body } })
  await mark({ add: [work] })
  const program = await box.program()
  const keyword = '$label_=E5=B7=A5=E4=BD=9C=20A'
  const selected = await program.ask('SELECT INBOX')
  expect(selected).toContain(
    `* FLAGS (\\Seen \\Answered \\Flagged \\Deleted \\Draft $Forwarded ${keyword})`,
  )
  expect(selected).toContain(`${keyword} \\*)]`)
  expect(await program.ask('FETCH 1:2 FLAGS')).toContain(`* 1 FETCH (FLAGS (${keyword}))`)
  program.write('i IDLE\r\n')
  await program.until(/^\+ /)
  await mark({ remove: [work] })
  expect(await program.until(/FETCH/)).toBe('* 1 FETCH (UID 1 FLAGS ())\r\n')
  program.write('DONE\r\n')
  await program.until(/^i /)
  // The other way round, in any case of letters, and one that nobody made yet.
  expect(
    await program.ask(`STORE 1:2 +FLAGS (${keyword.toUpperCase()} $label_Team NonJunk)`),
  ).toContain(`* 2 FETCH (FLAGS (NonJunk ${keyword} $label_Team))`)
  const { list } = await client.get(labels.list, { query: {} })
  expect(list.map((one) => [one.labelName, one.mail])).toEqual([
    ['工作 A', 2],
    ['Team', 2],
  ])
  const team = list[1]?.labelId ?? 0
  expect((await box.items(box.inbox)).map((one) => one.labels)).toEqual([
    [],
    [work, team],
    [work, team],
  ])
  // Another name is for people: programs know it by its first.
  await client.get(labels.update, { body: { labelId: team, labelName: 'Crew' } })
  expect(await program.ask('STORE 2 -FLAGS ($LABEL_TEAM)')).toContain(`FLAGS (NonJunk ${keyword})`)
  const { labelId: second } = await client.get(labels.save, {
    body: { labelName: 'team', color: 1 },
  })
  await mark({ add: [second] })
  expect(await program.ask('FETCH 1 FLAGS')).toContain('$label_Team $label_team_2)')
  expect(await program.ask('SEARCH KEYWORD $label_team')).toContain('* SEARCH 1\r\n')
  expect(await program.ask(`SEARCH UNKEYWORD ${keyword}`)).toContain('* SEARCH 3\r\n')
  // All flags that are not named go, labels too.
  expect(await program.ask('STORE 1 FLAGS (\\Seen $label_Crew)')).toContain(
    '* 1 FETCH (FLAGS (\\Seen $label_Team))',
  )
  expect(await program.ask('COPY 1 Archive')).toMatch(/OK/)
  const mail = 'Subject: appended\r\n\r\nHello\r\n'
  await program.ask(`APPEND Archive (${keyword}) {${mail.length}+}\r\n${mail}`)
  await program.ask('SELECT Archive')
  const copied = await program.ask('FETCH 1:2 FLAGS')
  expect(copied).toContain('FLAGS (\\Seen $label_Team)')
  expect(copied).toContain(`FLAGS (${keyword})`)
  expect(await program.ask(`STORE 1 +FLAGS ($label_${'x'.repeat(256)})`)).toMatch(/NO \[CANNOT\]/)
  expect(await program.ask('STORE 1 +FLAGS ($label_=FF)')).toMatch(/NO \[CANNOT\]/)
  expect(await program.ask('STORE 1 -FLAGS ($label_Nobody)')).toMatch(/OK/)
  // Each would be looked up for every message: no more than a message holds, said twice they are one.
  const many = (count: number) =>
    `(\\Seen ${Array.from({ length: count }, (_, at) => `k${at} K${at}`).join(' ')})`
  expect(await program.ask(`STORE 1 +FLAGS ${many(101)}`)).toMatch(/^t\d+ NO \[LIMIT\]/)
  expect(await program.ask(`STORE 1 +FLAGS ${many(95)}`)).toMatch(/OK STORE/)
})

it('CLIENTACCESS-14 a keyword that is new to an open mailbox is told by FLAGS before a message bears it (RFC 9051 §7.3.5)', async () => {
  const box = await newProgramMailbox(server)
  await box.put('inbox', { subject: 'a' }, { subject: 'b' })
  const [one, two] = [await box.program(), await box.program()]
  await one.ask('SELECT INBOX')
  await two.ask('EXAMINE INBOX')
  const system = '\\Seen \\Answered \\Flagged \\Deleted \\Draft $Forwarded'
  const lasting = (flags: string) => `* OK [PERMANENTFLAGS (${flags})] Flags that stay\r\n`
  expect(await one.ask('STORE 1 +FLAGS (Later)')).toBe(
    `* FLAGS (${system} Later)\r\n${lasting(`${system} Later \\*`)}* 1 FETCH (FLAGS (Later))\r\nt3 OK STORE completed\r\n`,
  )
  expect(await two.ask('NOOP')).toMatch(/^\* FLAGS \(.* Later\)\r\n.*FLAGS \(\)\].*\* 1 FETCH/s)
  // Told once, in any case of letters.
  expect(await one.ask('STORE 2 +FLAGS (LATER)')).not.toContain('* FLAGS')
  // Of a label that the browser makes and gives meanwhile, by each way of asking.
  const { labelId } = await box.client.get(labels.save, { body: { labelName: 'Team', color: 1 } })
  const mailIds = (await box.items(box.inbox)).map(({ mailId }) => mailId)
  await box.client.get(labels.mark, { body: { mailIds, add: [labelId] } })
  expect(await one.ask('FETCH 1 FLAGS')).toMatch(/^\* FLAGS \(.* Later \$label_Team\)/)
  expect(await two.ask('FETCH 1 (FLAGS BODY.PEEK[])')).toMatch(
    /^\* FLAGS \(.* Later \$label_Team\)/,
  )
  await one.ask('SELECT INBOX')
  expect(await one.ask('STORE 1 +FLAGS (Later)')).not.toContain('* FLAGS')
  const next = await (await box.program()).ask('SELECT INBOX')
  expect(next).toMatch(/^\* FLAGS \(.* \$label_Team Later\)/)
})

it('CLIENTACCESS-14 G115 labels of programs keep their long names, up to 255 bytes; the forms stay at ten characters', async () => {
  const box = await newProgramMailbox(server)
  const { client } = box
  await box.put('inbox', { subject: 'a' })
  const program = await box.program()
  await program.ask('SELECT INBOX')
  const [ascii, longest] = ['abcdefghijklmnop', '标'.repeat(85)]
  const encoded = `$label_${'=E6=A0=87'.repeat(85)}`
  expect(await program.ask(`STORE 1 +FLAGS ($label_${ascii} ${encoded})`)).toContain(
    `FETCH (FLAGS ($label_${ascii} ${encoded}))`,
  )
  const mail = 'Subject: b\r\n\r\nHello\r\n'
  const flags = `$label_${ascii} $label_from=20an=20append`
  expect(await program.ask(`APPEND INBOX (${flags}) {${mail.length}+}\r\n${mail}`)).toMatch(/ OK /)
  const { list } = await client.get(labels.list, { query: {} })
  expect(list.map((one) => [one.labelName, one.mail])).toEqual([
    [ascii, 2],
    [longest, 1],
    ['from an append', 1],
  ])
  // Its colour changes without its name; a form gives no such name.
  const { labelId = 0 } = list[0] ?? {}
  await client.get(labels.update, { body: { labelId, color: 5 } })
  expect(
    await client.call(labels.update, { body: { labelId, labelName: `${ascii}2` } }),
  ).toMatchObject({ status: 400 })
  await client.get(labels.update, { body: { labelId, labelName: 'short' } })
  expect(await program.ask('FETCH 1 FLAGS')).toContain(`$label_${ascii}`)
})
