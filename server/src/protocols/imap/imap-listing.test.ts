import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { wholeAccount } from '../../mailstore/types.ts'
import { sql } from '../../platform/db/sql.ts'
import { asId, type FolderId } from '../../platform/ids.ts'
import {
  type ImapClient,
  newProgramMailbox,
  type ProgramMailbox,
} from '../../testing/imap-client.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

const bring = (program: ImapClient, text: string) => {
  const raw = Buffer.from(text).toString('latin1')
  return program.ask(`APPEND INBOX {${raw.length}+}\r\n${raw}`)
}

/** Headers as strangers write them. */
const oddities = [
  'Subject: plain\r\nFrom: a@b.test\r\nDate: Mon, 1 Jan 2024 10:00:00 +0000\r\n\r\ntext',
  'SUBJECT: folded\r\n  once\r\n\tand again\r\nX-Other: kept nowhere\r\nsubject: twice\r\n\r\ntext',
  'Subject: 主题 as it is\r\nTo: "Ü" <ü@ü.test>, group: a@b, c@d;\r\nReferences: <a@b>\r\n <c@d>\r\n\r\ntext',
  'Subject:\r\nFrom:\r\n\r\n',
  'no header at all, only text',
  `Subject: ${'long '.repeat(2_000)}\r\nFrom: a@b.test\r\n\r\ntext`,
  `To: ${Array.from({ length: 300 }, (_, at) => `"Person ${at}" <p${at}@many.test>`).join(',\r\n ')}\r\nSubject: many\r\n\r\ntext`,
  'Subject: bare newline\nFrom: x@y.test\n\ntext',
  'Subject: with "quotes" and \\ and =?UTF-8?B?5Lit?=\r\nList-Id: <l.test>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\na\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: inner\r\n\r\nx\r\n--b--\r\n',
]

const answered = (text: string): string => text.replace(/t\d+ OK.*\r\n$/s, '')

async function filled(): Promise<{ box: ProgramMailbox; program: ImapClient }> {
  const box = await newProgramMailbox(server)
  const program = await box.program()
  for (const one of oddities) expect(await bring(program, one)).toMatch(/OK \[APPENDUID/)
  await program.ask('SELECT INBOX')
  return { box, program }
}

it('CLIENTACCESS-14 lists of envelopes, structures and fields are what the messages say when they are opened', async () => {
  const { program } = await filled()
  // BODY is made of the outline each time, and a part of a section is read in the message.
  const opened = answered(await program.ask('FETCH 1:* (ENVELOPE BODYSTRUCTURE BODY)'))
  const listed = async () => answered(await program.ask('FETCH 1:* (ENVELOPE BODYSTRUCTURE)'))
  const lines = opened
    .split(/(?=^\* \d+ FETCH)/m)
    .map((one) => one.replace(/ BODY \(.*\)\r\n$/s, ')\r\n'))
  expect(await listed()).toBe(lines.join(''))
  expect(await listed()).toBe(lines.join(''))
  // Some in between are left out.
  const some = async () => answered(await program.ask('FETCH 1,3,5:6 (ENVELOPE BODYSTRUCTURE)'))
  expect(await some()).toBe([0, 2, 4, 5].map((at) => lines[at]).join(''))
  for (const names of [
    'Subject From To Date',
    'REFERENCES X-Missing list-id',
    'X-Other Subject',
    'X-Missing',
  ]) {
    const asked = `BODY.PEEK[HEADER.FIELDS (${names})]`
    const read = answered(await program.ask(`FETCH 1:* (UID ${asked}<0.200000>)`))
    expect(answered(await program.ask(`FETCH 1:* (UID ${asked})`))).toBe(
      read.replaceAll(']<0> {', '] {'),
    )
  }
})

it('CLIENTACCESS-14 what is kept of a message is what a list tells: no bytes are asked', async () => {
  const { box, program } = await filled()
  const ask = () =>
    program.ask('FETCH 1 (UID RFC822.SIZE ENVELOPE BODY.PEEK[HEADER.FIELDS (SUBJECT)])')
  await ask()
  await server.app.database.run(sql`
    UPDATE message_outlines o SET envelope = '("kept")', fields = '[["subject","Subject: kept\\r\\n"]]'
    FROM messages m WHERE m.account_id = ${box.accountId} AND m.blob = o.blob`)
  expect(await ask()).toContain(
    'ENVELOPE ("kept") BODY[HEADER.FIELDS (SUBJECT)] {17}\r\nSubject: kept\r\n\r\n)',
  )
  // Another version of the parser makes them anew.
  await server.app.database.run(sql`
    UPDATE message_outlines o SET version = 1
    FROM messages m WHERE m.account_id = ${box.accountId} AND m.blob = o.blob`)
  expect(await ask()).toContain('Subject: plain\r\n\r\n)')
})

it('CLIENTACCESS-14 FETCH of flags tells what is so now, whoever changed it', async () => {
  const { box, program } = await filled()
  const other = await box.program()
  await other.ask('SELECT INBOX')
  // Committed without a word to anybody: as another process that this one has not heard of yet.
  await server.app.database.run(
    sql`UPDATE accounts SET modseq = modseq + 1 WHERE id = ${box.accountId}`,
  )
  await server.app.database.run(sql`
    UPDATE messages SET answered = true, modseq = (SELECT modseq FROM accounts a WHERE a.id = account_id)
    WHERE account_id = ${box.accountId} AND uid = 3`)
  expect(await program.ask('FETCH 3 (FLAGS)')).toMatch(/^\* 3 FETCH \(FLAGS \(\\Answered\)\)/)
  await other.ask('STORE 1 +FLAGS (\\Flagged $Work)')
  await other.ask('STORE 2 +FLAGS.SILENT (\\Deleted)')
  const told = await program.ask('FETCH 1:2 (FLAGS)')
  expect(told).toContain('* 1 FETCH (FLAGS (\\Flagged $Work))')
  expect(told).toContain('* 2 FETCH (FLAGS (\\Deleted))')
  // A number stays until the program has heard that its message is gone; of the message nothing is told.
  await other.ask('EXPUNGE')
  const without = await program.ask('FETCH 1:3 (FLAGS)')
  expect(without).toContain('* 3 FETCH (FLAGS (\\Answered))')
  expect(without).not.toContain('* 2 FETCH')
  expect(without).toMatch(/OK \[EXPUNGEISSUED\]/)
  expect(await program.ask('NOOP')).toContain('* 2 EXPUNGE')
  expect(await program.ask('FETCH 2 (FLAGS)')).toContain('* 2 FETCH (FLAGS (\\Answered))')
  // New mail has no number before it was announced.
  await bring(other, 'Subject: new\r\n\r\nx')
  const before = await program.ask('FETCH 1:* (FLAGS)')
  expect(before.indexOf(' EXISTS')).toBeGreaterThan(before.lastIndexOf('FLAGS'))
})

it('CLIENTACCESS-14 what a program changed itself is told once, and what others changed at the same time is not missed', async () => {
  const { box, program } = await filled()
  const other = await box.program()
  await other.ask('SELECT INBOX')
  expect((await program.ask('STORE 1:3 +FLAGS (\\Seen)')).match(/FETCH/g)).toHaveLength(3)
  expect(await program.ask('NOOP')).not.toContain('FETCH')
  await other.ask('STORE 4 +FLAGS (\\Flagged)')
  const both = await program.ask('STORE 5 +FLAGS (\\Flagged)')
  expect(both + (await program.ask('NOOP'))).toMatch(/\* 4 FETCH \(UID \d+ FLAGS \(\\Flagged\)/)
  expect(await other.ask('NOOP')).toContain('* 5 FETCH')
})

it('CLIENTACCESS-14 words are found in mail of every month, and left out by NOT', async () => {
  const box = await newProgramMailbox(server)
  const program = await box.program()
  const months = ['01-Mar-2019', '15-Dec-2023', '02-Jan-2024', '20-Aug-2025']
  for (const [at, day] of months.entries()) {
    const raw = `Subject: ${at % 2 ? 'budget' : 'picnic'} ${at}\r\n\r\nthe telemetry of ${day}`
    await program.ask(`APPEND INBOX "${day} 10:00:00 +0000" {${raw.length}+}\r\n${raw}`)
  }
  await program.ask('SELECT INBOX')
  const found = async (keys: string) =>
    /\* SEARCH(.*)\r\n/.exec(await program.ask(`SEARCH ${keys}`))?.[1]
  expect(await found('SUBJECT budget')).toBe(' 2 4')
  expect(await found('BODY telemetry')).toBe(' 1 2 3 4')
  expect(await found('NOT SUBJECT budget BODY telemetry')).toBe(' 1 3')
  expect(await found('OR SUBJECT picnic BODY 2023')).toBe(' 1 2 3')
  expect(await found('SUBJECT nowhere')).toBe('')
})

it('CLIENTACCESS-14 many bodies, small, large and of one content, come in their order', async () => {
  const box = await newProgramMailbox(server)
  const program = await box.program()
  const sizes = [10, 100_000, 40_000, 300_000, 5, 10, 70_000, 70_000]
  const mails = sizes.map(
    (size, at) => `Subject: ${at}\r\n\r\n${'0123456789abcd\r\n'.repeat(size / 16 + 1)}`,
  )
  for (const raw of mails) await bring(program, raw)
  await program.ask('SELECT INBOX')
  await program.ask('COPY 1 INBOX')
  const answer = answered(await program.ask('FETCH 1:* (BODY.PEEK[])'))
  const all = [...mails, mails[0] ?? '']
  const whole = all.map((raw, at) => `* ${at + 1} FETCH (BODY[] {${raw.length}}\r\n${raw})\r\n`)
  expect(answer.startsWith(whole.join(''))).toBe(true)
})

it('CLIENTACCESS-14 words are looked up in the months of a large mailbox, within bounds, and in the mails of a small one', async () => {
  const box = await newProgramMailbox(server)
  const program = await box.program()
  const words = Array.from({ length: 12 }, (_, term) =>
    Array.from({ length: 12 }, (_, word) => `w${term}x${word}`).join('-'),
  ).join(' ')
  for (const [day, text] of Object.entries({ '01-Jan-1900': 'planet', '02-Jan-2026': words })) {
    const raw = `Subject: words\r\n\r\n${text}`
    await program.ask(`APPEND INBOX "${day} 10:00:00 +0000" {${raw.length}+}\r\n${raw}`)
  }
  await program.ask('SELECT INBOX')
  const asked = async (keys: string) => {
    const queries = vi.spyOn(server.app.database, 'query')
    const answer = await program.ask(`SEARCH ${keys}`)
    const values = queries.mock.calls.flatMap(([statement]) => statement.compile().values)
    queries.mockRestore()
    const length = JSON.stringify(values).length
    return { found: /\* SEARCH(.*)\r\n/.exec(answer)?.[1], values: length }
  }
  const many = Array(20).fill(`BODY "${words}"`).join(' ')
  const one = await asked('BODY planet')
  expect(one.found).toBe(' 1')
  expect(one.values).toBeLessThan(5_000)
  // As if the mailbox held more.
  const grown = sql`UPDATE folders SET total = total + 5000 WHERE id = ${box.inbox}`
  await server.app.database.run(grown)
  const led = await asked('BODY planet')
  expect(led.found).toBe(' 1')
  expect(led.values).toBeGreaterThan(20_000)
  expect((await asked(`NOT BODY planet`)).found).toBe(' 2')
  const most = await asked(many)
  expect(most.found).toBe(' 2')
  expect(most.values).toBeLessThan(256 * 1024)
})

it('P5 many header fields of a list are weighed as those of one message, and outlines of a list are held while they are small', async () => {
  const box = await newProgramMailbox(server)
  const program = await box.program()
  await bring(program, `Subject: ${'long '.repeat(1_400)}\r\n\r\ntext`)
  const part = '--b\r\nContent-Type: text/plain\r\n\r\na\r\n'
  const parts = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(200)}--b--\r\n`
  await bring(program, `Subject: parts\r\n${parts}`)
  await program.ask('SELECT INBOX')
  const items = (count: number) =>
    Array.from({ length: count }, (_, at) => `BODY.PEEK[HEADER.FIELDS (SUBJECT X-${at})]`).join(' ')
  expect(await program.ask(`FETCH 1 (${items(3)})`)).toMatch(/OK/)
  expect(await program.ask(`FETCH 1 (${items(180)})`)).toMatch(/NO \[LIMIT\]/)
  const viewer = wholeAccount(box.accountId)
  const { programs, outlines } = server.app.mailstore
  const at = { folderId: asId<FolderId>(box.inbox), uids: [1, 2] }
  const rows = await programs.rows(viewer, at)
  await server.app.database.run(sql`
    DELETE FROM message_outlines o USING messages m WHERE m.account_id = ${box.accountId} AND m.blob = o.blob`)
  expect((await outlines(rows, 'let-go')).size).toBe(1)
  expect((await outlines(rows)).size).toBe(2)
  const told = await program.ask('FETCH 1:2 (ENVELOPE BODYSTRUCTURE)')
  expect(told.match(/"PLAIN"/gi)).toHaveLength(201)
})
