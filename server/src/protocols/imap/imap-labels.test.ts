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
  expect(await program.ask('STORE 1 +FLAGS ($label_much=20too=20long)')).toMatch(/NO \[CANNOT\]/)
  expect(await program.ask('STORE 1 +FLAGS ($label_=FF)')).toMatch(/NO \[CANNOT\]/)
  expect(await program.ask('STORE 1 -FLAGS ($label_Nobody)')).toMatch(/OK/)
  // Each would be looked up for every message: no more than a message holds, said twice they are one.
  const many = (count: number) =>
    `(\\Seen ${Array.from({ length: count }, (_, at) => `k${at} K${at}`).join(' ')})`
  expect(await program.ask(`STORE 1 +FLAGS ${many(101)}`)).toMatch(/^t\d+ NO \[LIMIT\]/)
  expect(await program.ask(`STORE 1 +FLAGS ${many(95)}`)).toMatch(/OK STORE/)
})
