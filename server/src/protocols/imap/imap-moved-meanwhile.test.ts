import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Db } from '../../platform/db/pool.ts'
import { sql } from '../../platform/db/sql.ts'
import { asId, type FolderId, type MessageId } from '../../platform/ids.ts'
import { newProgramMailbox, type ProgramMailbox } from '../../testing/imap-client.ts'
import { popIn } from '../../testing/pop3-client.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

const moveToArchive = (tx: Db, box: ProgramMailbox, id: number) =>
  server.app.mailstore.moveIn(tx, box.accountId, {
    ids: [asId<MessageId>(id)],
    target: asId<FolderId>(box.archive),
  })

async function untilSomebodyWaits(): Promise<void> {
  for (;;) {
    const waiting = await server.app.database.query(
      sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    if (waiting.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** A command that has looked and waits for the mailbox, while in it something changes. */
async function meanwhile<T>(
  change: (tx: Db) => Promise<unknown>,
  command: () => Promise<T>,
): Promise<T> {
  const [changed, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const changing = server.app.database.transaction(async (tx) => {
    await change(tx)
    changed.resolve()
    await gate.promise
  })
  await changed.promise
  const answer = command()
  await untilSomebodyWaits()
  gate.resolve()
  await changing
  return answer
}

it('CLIENTACCESS-14 EXPUNGE leaves what was moved away or unmarked after it had looked', async () => {
  const box = await newProgramMailbox(server)
  const [moved = 0, unmarked = 0] = await box.put(
    'inbox',
    { subject: 'moved' },
    { subject: 'unmarked' },
    { subject: 'gone' },
  )
  const program = await box.program()
  await program.ask('SELECT INBOX')
  await program.ask('STORE 1:3 +FLAGS (\\Deleted)')
  const change = async (tx: Db): Promise<void> => {
    await moveToArchive(tx, box, moved)
    await tx.run(sql`UPDATE messages SET deleted = false
      WHERE account_id = ${box.accountId} AND id = ${unmarked}`)
  }
  expect(await meanwhile(change, () => program.ask('EXPUNGE'))).toMatch(/OK/)
  expect(await box.subjects(box.archive)).toEqual(['moved'])
  expect(await box.subjects(box.inbox)).toEqual(['unmarked'])
})

it('CLIENTACCESS-14 REPLACE changes nothing when the message was moved away after it had looked', async () => {
  const box = await newProgramMailbox(server)
  const [id = 0] = await box.put('inbox', { subject: 'old' })
  const program = await box.program()
  await program.ask('SELECT INBOX')
  const text = 'Subject: new\r\n\r\nx\r\n'
  const command = () => program.ask(`REPLACE 1 INBOX {${text.length}+}\r\n${text}`)
  expect(await meanwhile((tx) => moveToArchive(tx, box, id), command)).toMatch(/NO \[NONEXISTENT\]/)
  expect(await box.subjects(box.archive)).toEqual(['old'])
  expect(await box.subjects(box.inbox)).toEqual([])
})

it('CLIENTACCESS-14 QUIT of POP3 leaves what the browser moved away after the login', async () => {
  const box = await newProgramMailbox(server)
  const [id = 0] = await box.put('inbox', { subject: 'moved' }, { subject: 'gone' })
  const program = await popIn(server, box)
  await server.app.mailstore.move(box.accountId, [asId(id)], asId(box.archive))
  for (const number of [1, 2]) await program.ask(`DELE ${number}`)
  expect(await program.ask('QUIT')).toMatch(/^\+OK/)
  expect(await box.subjects(box.archive)).toEqual(['moved'])
  expect(await box.subjects(box.inbox)).toEqual([])
})

it('CLIENTACCESS-14 RETR of POP3 marks nothing that was moved away while it was told', async () => {
  const box = await newProgramMailbox(server)
  const [id = 0] = await box.put('inbox', { subject: 'moved' })
  const program = await popIn(server, box)
  await meanwhile(
    (tx) => moveToArchive(tx, box, id),
    () => program.askLines('RETR 1'),
  )
  await program.ask('NOOP')
  expect(await box.items(box.archive)).toMatchObject([{ mailSubject: 'moved', seen: false }])
})

it('CLIENTACCESS-14 MOVE into the mailbox that is open gives new UIDs (RFC 6851 §3.3), and counters and the way back stay right', async () => {
  const box = await newProgramMailbox(server)
  await box.put('inbox', { subject: 'a' }, { subject: 'b', seen: true }, { subject: 'c' })
  const program = await box.program()
  await program.ask('SELECT INBOX')
  expect(await program.ask('MOVE 1:2 INBOX')).toMatch(
    /^\* OK \[COPYUID \d+ 1:2 4:5\] Moved\r\n\* 2 EXPUNGE\r\n\* 1 EXPUNGE\r\n\* 3 EXISTS\r\n/,
  )
  expect(await program.ask('FETCH 1:* UID')).toMatch(/1 FETCH \(UID 3\).*3 FETCH \(UID 5\)/s)
  expect(await program.ask('STATUS INBOX (MESSAGES UNSEEN UIDNEXT)')).toContain(
    'MESSAGES 3 UNSEEN 2 UIDNEXT 6)',
  )
  await program.ask('MOVE 2 Trash')
  await program.ask('SELECT Trash')
  expect(await program.ask('MOVE 1 Trash')).toMatch(/COPYUID \d+ 1 2\]/)
  const origins = await server.app.database.query(
    sql`SELECT origin_folder_id AS origin FROM messages WHERE account_id = ${box.accountId} AND uid = 2`,
  )
  expect(origins).toEqual([{ origin: box.inbox }])
})
