import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { wholeAccount } from '../../mailstore/types.ts'
import { bytesInMemory, roomInMemory } from '../../platform/budget.ts'
import { sql } from '../../platform/db/sql.ts'
import { asId, type FolderId } from '../../platform/ids.ts'
import { connectImap, newProgramMailbox, type ProgramMailbox } from '../../testing/imap-client.ts'
import { popIn } from '../../testing/pop3-client.ts'
import type { ProgramLine } from '../../testing/program-line.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'
import { createFolderViews } from './folder-views.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

/** All that the process may hold of stored mail: nobody else has any of it then. @returns what gives it back */
async function allRoom(): Promise<() => void> {
  const budget = bytesInMemory()
  const parts = await Promise.all([
    budget.take(roomInMemory.share, 'one'),
    budget.take(roomInMemory.total - roomInMemory.share, 'another'),
  ])
  return () => {
    for (const release of parts) release()
  }
}

const literal = (text: string): string => `{${text.length}+}\r\n${text}`
const mailOf = (size: number): string => `Subject: x\r\n\r\n${'y'.repeat(size)}\r\n`

async function largeMail(box: ProgramMailbox, lines: number): Promise<string> {
  const raw = `Subject: large\r\n\r\n${Array.from({ length: lines }, (_, at) => `${at} of many lines that are read by nobody in a hurry\r\n`).join('')}`
  const message = await server.app.mailstore.prepare(Buffer.from(raw))
  await server.app.mailstore.deliver(message, [
    { accountId: box.accountId, folder: 'inbox', receivedAt: new Date() },
  ])
  return raw
}

it('P5 server.md memory: readers of IMAP and POP3 that sleep hold nothing of the room of all, and get every byte when they wake', async () => {
  const box = await newProgramMailbox(server)
  const raw = await largeMail(box, 300_000)
  const programs = await Promise.all([box.program(), box.program(), box.program()])
  const pop = await popIn(server, box)
  for (const one of programs) await one.ask('EXAMINE INBOX')
  for (const one of programs) one.write('x FETCH 1 BODY.PEEK[]\r\n')
  pop.write('RETR 1\r\n')
  // Each has begun, so that it holds what a reading holds, and then takes nothing more.
  const stop = async (one: ProgramLine, begins: RegExp): Promise<void> => {
    await one.until(begins)
    await one.take(10)
    one.pause()
  }
  const begins = new RegExp(`BODY\\[\\] \\{${raw.length}\\}\\r\\n`)
  await Promise.all([...programs.map((one) => stop(one, begins)), stop(pop, /^\+OK/)])
  // All of it: it comes when the last of them has given back what it held.
  const release = await allRoom()
  release()
  for (const one of [...programs, pop]) one.resume()
  const rest = raw.slice(10)
  for (const one of programs) {
    expect((await one.take(rest.length)) === rest).toBe(true)
    // What POP3 has read meanwhile is told of.
    expect(await one.until(/^x /m)).toMatch(/^\)\r\n(?:\* 1 FETCH \([^\r]*\\Seen\)\)\r\n)?x OK/)
  }
  expect((await pop.take(rest.length)) === rest).toBe(true)
  expect(await pop.until(/^\.\r\n/)).toBe('.\r\n')
  expect(await pop.ask('QUIT')).toMatch(/^\+OK/)
})

it('P5 issue 12: a command that holds its literals does not wait for itself, however little room its account has left', async () => {
  const box = await newProgramMailbox(server)
  const program = await box.program()
  await program.ask('SELECT INBOX')
  const texts = Array(5).fill(literal('z'.repeat(60_000)))
  // Room for the one of them that is more than small, and for nothing that the command reads.
  const left = 2 * 60_000 + 32 * 1024
  const release = await bytesInMemory().take(roomInMemory.share - left, String(box.accountId))
  const answer = await program.ask(`SEARCH ${texts.map((one) => `SUBJECT ${one}`).join(' ')}`)
  expect(answer).toMatch(/^\* SEARCH\r\nt\d+ OK/)
  release()
})

it('P5 issue 12: programs come in and ask for numbers while their account has no room left for contents', async () => {
  const box = await newProgramMailbox(server)
  await largeMail(box, 100_000)
  const release = await bytesInMemory().take(roomInMemory.share, String(box.accountId))
  const program = await box.program()
  expect(await program.ask('SELECT INBOX')).toContain('* 1 EXISTS')
  expect(await program.ask('SEARCH ALL')).toContain('* SEARCH 1')
  const pop = await popIn(server, box)
  expect(await pop.ask('STAT')).toMatch(/^\+OK 1 /)
  expect(await pop.ask('QUIT')).toMatch(/^\+OK/)
  release()
})

it('P5 the small literals of one command together are what a large one is: they wait on disk until there is room for all', async () => {
  const box = await newProgramMailbox(server)
  const [program, other] = [await box.program(), await box.program()]
  const release = await allRoom()
  const mail = mailOf(150_000)
  const prepared = vi.spyOn(server.app.mailstore, 'prepare')
  const appended = program.ask(`APPEND Archive ${Array(4).fill(literal(mail)).join(' ')}`)
  // What is small needs no room.
  for (let turn = 0; turn < 4; turn++)
    expect(await other.ask(`APPEND Inbox ${literal(mailOf(10))}`)).toMatch(/APPENDUID/)
  // Nothing of the command was begun: it is not in memory yet.
  const sizes = prepared.mock.calls.map(([raw]) => raw.length)
  expect(sizes.filter((size) => size > 1_000)).toEqual([])
  prepared.mockRestore()
  release()
  expect(await appended).toMatch(/OK \[APPENDUID \d+ 1:4\]/)
  await program.ask('SELECT Archive')
  expect((await program.ask('FETCH 4 BODY.PEEK[]')).includes(mail)).toBe(true)
})

it('P5 issue 12: what was made of a message with NUL counts as memory until it is kept', async () => {
  const box = await newProgramMailbox(server)
  const program = await box.program()
  const { deliver } = server.app.mailstore
  let wasIn: boolean | null = null
  const delivering = vi.spyOn(server.app.mailstore, 'deliver')
  delivering.mockImplementation(async (...given) => {
    let isIn = false
    const other = bytesInMemory().take(roomInMemory.total, 'somebody else')
    other.then((release) => {
      isIn = true
      release()
    })
    for (let count = 0; count < 5; count++) await turn()
    wasIn = isIn
    return deliver(...given)
  })
  const raw = `Content-Type: application/octet-stream\r\n\r\n${'\0'.repeat(3_000)}\r\n`
  const answer = await program.ask(`APPEND INBOX ~{${raw.length}+}\r\n${raw}`)
  delivering.mockRestore()
  expect(answer).toMatch(/OK \[APPENDUID/)
  expect(wasIn).toBe(false)
})

it('P5 strangers say a name and a code in literals, and no more than that', async () => {
  const stranger = await connectImap(server.app.imapPorts().tlsPort ?? 0)
  const name = 'n'.repeat(3_000)
  expect(await stranger.ask(`LOGIN ${literal(name)} {2000}`)).toMatch(/NO \[TOOBIG\]/)
})

it('P5 an answer that cannot be finished is cut, and no line of another kind stands within it', async () => {
  const box = await newProgramMailbox(server)
  const part = 'Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n'
  const file = Buffer.alloc(300_000, 'some bytes ').toString('base64').replace(/.{76}/g, '$&\r\n')
  const program = await box.program()
  await program.ask(`APPEND Inbox ${literal(`Subject: f\r\n${part}\r\n${file}\r\n`)}`)
  await program.ask('EXAMINE INBOX')
  expect(await program.ask('FETCH 1 (UID BINARY.SIZE[1])')).toContain('BINARY.SIZE[1] 300000')
  const broken = vi.spyOn(server.app.mailstore, 'pieces').mockImplementation(async function* () {
    yield Buffer.from('Subject: f\r\n')
    throw new Error('the disk is gone')
  })
  program.write('x FETCH 1 (UID BINARY.SIZE[1])\r\n')
  const heard = await program.closed()
  broken.mockRestore()
  expect(heard).not.toMatch(/x NO|SERVERBUG/)
  const pop = await popIn(server, box)
  const { programs } = server.app.mailstore
  const failing = vi.spyOn(programs, 'setFlags').mockRejectedValue(new Error('no database'))
  expect(await pop.askLines('RETR 1')).toContain('Subject: f\r\n')
  expect(await pop.ask('NOOP')).toMatch(/^\+OK/)
  expect(failing).toHaveBeenCalled()
  failing.mockRestore()
  await pop.ask('QUIT')
})

it('P3 CLIENTACCESS-14 a database that is away is told as that, by IMAP and POP3, and the program goes on when it is back', async () => {
  const box = await newProgramMailbox(server)
  await box.put('inbox', { subject: 'a' })
  const program = await box.program()
  await program.ask('SELECT INBOX')
  const pop = await popIn(server, box)
  const { programs } = server.app.mailstore
  const away = new Error('timeout exceeded when trying to connect')
  const failing = [
    vi.spyOn(programs, 'setFlags').mockRejectedValue(away),
    vi.spyOn(programs, 'rows').mockRejectedValue(away),
  ]
  expect(await program.ask('STORE 1 +FLAGS (\\Flagged)')).toMatch(/^t\d+ NO \[UNAVAILABLE\] /m)
  expect(await pop.ask('RETR 1')).toMatch(/^-ERR \[SYS\/TEMP\] /)
  for (const one of failing) one.mockRestore()
  expect(await program.ask('STORE 1 +FLAGS (\\Flagged)')).toMatch(/^t\d+ OK /m)
  expect(await pop.askLines('RETR 1')).toContain('Subject: a')
  await pop.ask('QUIT')
})

it('CLIENTACCESS-14 QRESYNC: what comes while the mailbox is opened has no number before EXISTS tells it', async () => {
  const box = await newProgramMailbox(server)
  await box.put('inbox', { subject: 'a' })
  const program = await box.program()
  await program.ask('ENABLE QRESYNC')
  const opened = await program.ask('SELECT INBOX')
  const [, validity] = /UIDVALIDITY (\d+)/.exec(opened) ?? []
  const { programs } = server.app.mailstore
  const changedSince = programs.changedSince
  const during = vi.spyOn(programs, 'changedSince').mockImplementationOnce(async (...asked) => {
    await box.put('inbox', { subject: 'b' })
    return changedSince(...asked)
  })
  // It asks about more UIDs than it knows of, as programs do that name a range; of the others it is told without asking.
  const again = await program.ask(`SELECT INBOX (QRESYNC (${validity} 1 1:9))`)
  expect(during).toHaveBeenCalled()
  during.mockRestore()
  expect(again).toContain('* 1 EXISTS\r\n')
  const [before = '', after = ''] = again.split('* 2 EXISTS\r\n')
  expect(before).toContain('* 1 FETCH (UID 1 ')
  expect(before).not.toContain('* 2 FETCH')
  expect(after).toMatch(/^t\d+ OK \[READ-WRITE\]/)
})

it('P5 keywords that differ in every message fill no memory: one part is kept, and the others are told as they are', async () => {
  const box = await newProgramMailbox(server)
  const program = await box.program()
  const count = 120
  await box.put('inbox', ...Array.from({ length: count }, (_, at) => ({ subject: `${at}` })))
  // 10 kB each, which STORE allows; and the same for the last two.
  await server.app.database.run(sql`
    UPDATE messages m SET keywords = ARRAY(SELECT repeat('k', 90) || least(m.uid, ${count - 1}::int) || 'x' || n FROM generate_series(1, 100) n)
    WHERE m.account_id = ${box.accountId}`)
  const views = createFolderViews(server.app.mailstore)
  const viewer = wholeAccount(box.accountId)
  const position = (await server.app.mailstore.state(box.accountId))?.modseq ?? 1
  const { states } = await views.open(viewer, { folderId: asId<FolderId>(box.inbox), position })
  const kept = [...new Set(states)].flatMap(({ keywords }) => keywords)
  expect(kept.join('').length).toBeLessThan(1024 * 1024)
  expect(states).toHaveLength(count)
  expect(states.at(-1)?.keywords).toHaveLength(100)
  await program.ask('SELECT INBOX')
  const told = await program.ask('FETCH 1:* (FLAGS)')
  for (let uid = 1; uid < count; uid++)
    expect(told).toContain(`* ${uid} FETCH (FLAGS (${'k'.repeat(90)}${uid}x1 `)
  expect(told.match(/x100\)\)/g)).toHaveLength(count)
  expect(await program.ask('STORE 1 FLAGS (\\Seen)')).toMatch(/OK/)
  const sized = await program.ask('FETCH 1:3 (FLAGS RFC822.SIZE)')
  expect(sized).toMatch(
    /^\* 1 FETCH \(FLAGS \(\\Seen\) RFC822\.SIZE \d+\)\r\n\* 2 FETCH \(FLAGS \(k{90}2x1 .* RFC822\.SIZE \d+\)\r\n\* 3 /,
  )
})

it('P5 a line that is too long is refused at its end and the program goes on; one without end, or with bytes behind it, is not waited for', async () => {
  const port = server.app.imapPorts().tlsPort ?? 0
  const stranger = await connectImap(port)
  const pairs = Array.from({ length: 30 }, (_, at) => `"name${at}" "${'v'.repeat(1024)}"`)
  expect(await stranger.ask(`ID (${pairs.join(' ')})`)).toBe(
    't1 BAD [TOOBIG] This line is too long\r\n',
  )
  expect(await stranger.ask('ID ("name" "Mail")')).toContain('t2 OK')
  stranger.write(`a ID ("${'v'.repeat(20_000)} {12+}\r\nb CAPABILITY\r\n`)
  expect(await stranger.closed()).toMatch(/\* BYE \[TOOBIG\]/)
  const endless = await connectImap(port)
  endless.write(`a ID ("${'v'.repeat(90_000)}`)
  expect(await endless.closed()).toMatch(/\* BYE \[TOOBIG\]/)
})

it('P13 issue 12: a command of 120 kB is obeyed, one of 130 kB is too long', async () => {
  const box = await newProgramMailbox(server)
  const program = await box.program()
  await box.put('inbox', { subject: 'one' })
  await program.ask('SELECT INBOX')
  const uids = (bytes: number): string =>
    `${Array.from({ length: 30_000 }, (_, at) => at + 1)}`.slice(0, bytes).replace(/,\d*$/, '')
  expect(await program.ask(`UID FETCH ${uids(120_000)} (UID)`)).toMatch(
    /\* 1 FETCH \(UID 1\)\r\nt\d+ OK/,
  )
  expect(await program.ask(`UID FETCH ${uids(132_000)} (UID)`)).toMatch(/BAD \[TOOBIG\]/)
  expect(await program.ask('NOOP')).toMatch(/OK/)
})
