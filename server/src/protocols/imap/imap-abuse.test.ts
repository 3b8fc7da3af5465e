import { clientAccess } from '@hongyan/contract/client-access'
import { folders } from '@hongyan/contract/folders'
import { passwords } from '@hongyan/contract/passwords'
import { records } from '@hongyan/contract/records'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wholeAccount } from '../../mailstore/types.ts'
import { sql } from '../../platform/db/sql.ts'
import { asId, type FolderId } from '../../platform/ids.ts'
import { httpClient } from '../../testing/http-client.ts'
import { connectImap, newProgramMailbox } from '../../testing/imap-client.ts'
import { newMailbox } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'

let server: TestServer
const tls = () => connectImap(server.app.imapPorts().tlsPort ?? 0)

beforeAll(async () => {
  server = await startTestServer({ environment: { HONGYAN_CAPTCHA: 'off' } })
})

afterAll(() => server.stop())

describe('codes', () => {
  it('CLIENTACCESS-05 a login alone, which may be stolen, lets no program in and makes no code: the password does, for this login and some minutes', async () => {
    const box = await newMailbox(server)
    const { client } = box
    for (const password of ['', 'wrong'])
      expect(
        (await client.call(clientAccess.stateByUser, { body: { state: 1, password } })).error,
      ).toBe('session.password-wrong')
    expect((await client.call(clientAccess.generatePassword, {})).error).toBe('client-access.off')
    await client.get(clientAccess.stateByUser, { body: { state: 1, password: testPassword } })
    const stolen = httpClient(server.url)
    await stolen.logIn(box.address, testPassword)
    expect((await stolen.call(clientAccess.generatePassword, {})).error).toBe(
      'client-access.unproved',
    )
    await client.get(clientAccess.generatePassword, {})
    await server.app.database.run(
      sql`UPDATE client_access SET proved_at = now() - interval '6 minutes' WHERE account_id = ${box.accountId}`,
    )
    expect((await client.call(clientAccess.generatePassword, {})).error).toBe(
      'client-access.unproved',
    )
  })

  it('CLIENTACCESS-07 a new password, of the owner or of the administrator, ends the code and cuts its programs off', async () => {
    const box = await newProgramMailbox(server)
    const program = await box.program()
    program.write('i IDLE\r\n')
    await program.until(/^\+ /)
    const body = { oldPassword: testPassword, newPassword: 'Brave-Otter-58' }
    await box.client.get(passwords.update, { body })
    expect(await program.closed()).toMatch(/\* BYE/)
    const late = await tls()
    expect(await late.ask(`LOGIN ${box.address} ${box.code}`)).toMatch(/AUTHENTICATIONFAILED/)
    expect(await box.client.get(clientAccess.detail, {})).toMatchObject({ hasPassword: false })
    const other = await newProgramMailbox(server)
    await server.app.directory.setPassword(other.accountId, 'Brave-Otter-59')
    expect(await late.ask(`LOGIN ${other.address} ${other.code}`)).toMatch(/AUTHENTICATIONFAILED/)
  })

  it('LOGS-02 the owner reads in the log that a code was made and cancelled, and once of each place that a program came from', async () => {
    const box = await newProgramMailbox(server)
    await box.program()
    await box.program()
    await box.client.get(clientAccess.cancelPassword, {})
    const query = { actions: 'client-code,client-code-ended,client-login' }
    const { list } = await box.client.get(records.userLog, { query })
    expect(list.map((one) => [one.action, one.client])).toEqual([
      ['client-code-ended', 'node'],
      ['client-login', 'IMAP'],
      ['client-code', 'node'],
    ])
  })

  it('P7 strangers with wrong codes keep neither the programs of an account out nor its owner from the web', async () => {
    const box = await newProgramMailbox(server)
    const key = `login account ${box.accountId}`
    const stranger = await tls()
    await stranger.ask(`LOGIN ${box.address} wrong`)
    const counted = await server.app.database.query(
      sql`SELECT 1 FROM login_failures WHERE key = ${key} AND failures > 0`,
    )
    expect(counted).toEqual([])
    await server.app.database.run(
      sql`INSERT INTO login_failures (key, failures, since) VALUES (${key}, 500, now())
        ON CONFLICT (key) DO UPDATE SET failures = 500, since = now()`,
    )
    expect(await stranger.ask(`LOGIN ${box.address} ${box.code}`)).toMatch(/OK/)
    await server.app.database.run(sql`DELETE FROM login_failures`)
  })

  it('P7 no more than 25 programs of one account are in at once', async () => {
    const box = await newProgramMailbox(server)
    for (let turn = 0; turn < 25; turn++) await box.program()
    const late = await tls()
    expect(await late.ask(`LOGIN ${box.address} ${box.code}`)).toMatch(/NO \[LIMIT\]/)
  })
})

describe('commands that ask for much', () => {
  it('P5 FETCH answers equal items once, large ones whole, and refuses what is many times the message', async () => {
    const box = await newProgramMailbox(server)
    await box.put('inbox', { subject: 'large', text: 'x'.repeat(70).concat('\r\n').repeat(15_000) })
    const program = await box.program()
    await program.ask('SELECT INBOX')
    const same = await program.ask(`FETCH 1 (${Array(200).fill('BODY.PEEK[]').join(' ')})`)
    expect(same.match(/BODY\[\] \{/g)).toHaveLength(1)
    const size = Number(/BODY\[\] \{(\d+)\}/.exec(same)?.[1])
    expect(same).toMatch(/\r\n\)\r\nt\d+ OK/)
    expect(same.length).toBeGreaterThan(size)
    const pieces = Array.from({ length: 200 }, (_, at) => `BODY.PEEK[]<${at}.9000000>`)
    expect(await program.ask(`FETCH 1 (${pieces.join(' ')})`)).toMatch(/^t\d+ NO \[LIMIT\]/)
    expect(await program.ask('FETCH 1 (BODY.PEEK[] BODY.PEEK[TEXT] BODY.PEEK[1])')).toMatch(/OK/)
  })

  it('P7 SEARCH takes numbers as ranges, reads each message once for a few header fields, and refuses many', async () => {
    const box = await newProgramMailbox(server)
    await box.put('inbox', { subject: 'a' }, { subject: 'b' }, { subject: 'c' })
    const program = await box.program()
    await program.ask('SELECT INBOX')
    const many = (key: string, count: number) => Array(count).fill(key).join(' ')
    for (const [keys, found] of [
      [many('1:*', 400), '1 2 3'],
      ['NOT 2', '1 3'],
      ['UID 3:2,9', '2 3'],
      ['OR HEADER Mime-Version 1.0 HEADER X-None x', '1 2 3'],
      ['NOT HEADER X-None x', '1 2 3'],
    ])
      expect(await program.ask(`SEARCH ${keys}`)).toContain(`* SEARCH ${found}\r\n`)
    expect(await program.ask(`SEARCH ${many('HEADER X-None x', 21)}`)).toMatch(/NO \[LIMIT\]/)
    expect(await program.ask(`SEARCH ${many('NOT TEXT x', 40)}`)).toContain('OK')
    expect(await program.ask(`SEARCH ${many('NOT TEXT x', 41)}`)).toMatch(/NO \[LIMIT\]/)
    const { programs } = server.app.mailstore
    const viewer = wholeAccount(box.accountId)
    const at = {
      folderId: asId<FolderId>(box.inbox),
      sought: { kind: 'uids', ranges: [[2, 9]] } as const,
    }
    expect((await programs.seek(viewer, at)).uids).toEqual([2, 3])
    expect(await programs.count(viewer, at)).toMatchObject({ count: 2 })
  })

  it('P7 STORE, MOVE and EXPUNGE of very many messages go in pieces, and all are told', async () => {
    const box = await newProgramMailbox(server)
    await box.put('inbox', { subject: 'a' })
    const program = await box.program()
    await program.ask('SELECT INBOX')
    for (let count = 1; count < 600; count *= 2) await program.ask('COPY 1:* INBOX')
    const total = 1024
    const before = await server.app.mailstore.state(box.accountId)
    const stored = await program.ask('STORE 1:* +FLAGS (\\Seen)')
    expect(stored.match(/FLAGS \(\\Seen\)/g)).toHaveLength(total)
    const after = await server.app.mailstore.state(box.accountId)
    expect((after?.modseq ?? 0) - (before?.modseq ?? 0)).toBe(3)
    const moved = await program.ask('MOVE 1:* Archive')
    expect(moved.match(/COPYUID/g)).toHaveLength(3)
    expect(moved.match(/ EXPUNGE\r\n/g)).toHaveLength(total)
    await program.ask('SELECT Archive')
    await program.ask('STORE 1:* +FLAGS.SILENT (\\Deleted)')
    expect(await program.ask('STATUS Archive (DELETED)')).toContain(`(DELETED ${total})`)
    expect((await program.ask('EXPUNGE')).match(/ EXPUNGE\r\n/g)).toHaveLength(total)
    expect((await box.counts(box.archive)).total).toBe(0)
  })

  it('P5 a command that is refused for its literals leaves nothing that counts against the next one', async () => {
    const program = await (await newProgramMailbox(server)).program()
    await program.ask('SELECT INBOX')
    const words = ' SUBJECT {1+}\r\nx'.repeat(100)
    expect(await program.ask(`SEARCH${words} SUBJECT {1}`)).toContain('NO [TOOBIG]')
    expect(await program.ask('SEARCH SUBJECT {1+}\r\nx')).toContain('OK')
    await program.ask('LOGOUT')
  })

  it('CLIENTACCESS-14 dates of any year: APPEND keeps none of the future, and none that the database has not', async () => {
    const box = await newProgramMailbox(server)
    const program = await box.program()
    const mail = 'Subject: dated\r\n\r\nHello\r\n'
    for (const year of ['0000', '9999'])
      expect(
        await program.ask(
          `APPEND Inbox " 1-Jan-${year} 00:00:00 -1200" {${mail.length}+}\r\n${mail}`,
        ),
      ).toMatch(/OK \[APPENDUID/)
    await program.ask('SELECT INBOX')
    const told = await program.ask('FETCH 1:2 INTERNALDATE')
    expect(told).toContain('-1900 ')
    expect(told).not.toContain('-9999 ')
    for (const key of ['SINCE 1-Jan-0000', 'BEFORE 31-Dec-9999', 'ON 31-Dec-9999'])
      expect(await program.ask(`SEARCH ${key}`)).toMatch(/OK/)
  })

  it('FOLDERS-16 a mailbox that goes while its program is idle: the DONE is no command of its own', async () => {
    const box = await newProgramMailbox(server)
    const { folderId } = await box.client.get(folders.save, { body: { folderName: 'gone' } })
    const program = await box.program()
    await program.ask('SELECT gone')
    program.write('i IDLE\r\n')
    await program.until(/^\+ /)
    await box.client.get(folders.setPassword, { body: { folderId, password: 'open-5esame' } })
    await box.put('inbox', { subject: 'wakes' })
    expect(await program.until(/^\* /)).toMatch(/^\* OK \[CLOSED\]/)
    program.write('DONE\r\n')
    expect(await program.until(/^i /)).toMatch(/^i NO \[NONEXISTENT\]/)
    expect(await program.ask('SELECT INBOX')).toMatch(/^\* FLAGS/)
  })
})
