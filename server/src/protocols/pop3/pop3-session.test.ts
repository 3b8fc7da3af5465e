import { clientAccess } from '@hongyan/contract/client-access'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { newProgramMailbox } from '../../testing/imap-client.ts'
import { connectPop3, popIn } from '../../testing/pop3-client.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'

let server: TestServer
const ports = () => server.app.pop3Ports()
const tls = () => connectPop3(ports().tlsPort ?? 0)
const clear = () => connectPop3(ports().port ?? 0, { tls: false })

beforeAll(async () => {
  server = await startTestServer({ environment: { HONGYAN_CAPTCHA: 'off' } })
})

afterAll(() => server.stop())

const plain = (address: string, code: string): string =>
  Buffer.from(`\0${address}\0${code}`).toString('base64')

describe('who may come in by POP3', () => {
  it('CLIENTACCESS-08 a program comes in with the code over TLS, from the first byte and by STLS; never in clear, never with the password of the web', async () => {
    const box = await newProgramMailbox(server)
    const open = await clear()
    const before = await open.askLines('CAPA')
    expect(before).toContain('STLS\r\n')
    expect(before).not.toMatch(/^USER|^SASL/m)
    for (const line of [`USER ${box.address}`, `PASS ${box.code}`, 'AUTH PLAIN', 'AUTH PLAIN AA=='])
      expect(await open.ask(line)).toMatch(/^-ERR \[SYS\/PERM\] Use TLS first/)
    // What comes in clear behind STLS is not done after it (CVE-2021-33515, CVE-2011-0411).
    open.write(`STLS\r\nUSER ${box.address}\r\nPASS ${box.code}\r\n`)
    await open.until(/^\+OK Begin/)
    await open.secure()
    expect(await open.ask('STAT')).toBe('-ERR Log in first\r\n')
    const after = await open.askLines('CAPA')
    for (const one of [
      'USER',
      'SASL PLAIN OAUTHBEARER XOAUTH2',
      'TOP',
      'UIDL',
      'RESP-CODES',
      'AUTH-RESP-CODE',
    ])
      expect(after).toContain(`${one}\r\n`)
    for (const one of ['PIPELINING', 'UTF8 USER', 'IMPLEMENTATION Hongyan'])
      expect(after).toContain(`${one}\r\n`)
    expect(after).not.toContain('STLS')
    expect(await open.ask('UTF8')).toMatch(/^\+OK/)
    expect(await open.ask(`AUTH PLAIN ${plain(box.address, box.code)}`)).toMatch(/^\+OK 0 messages/)
    expect(await open.ask('USER x')).toMatch(/^-ERR You are in/)
    expect(await open.ask('QUIT')).toMatch(/^\+OK/)
    await open.closed()
    const other = await tls()
    await other.ask(`USER ${box.address}`)
    expect(await other.ask(`PASS ${testPassword}`)).toMatch(/^-ERR \[AUTH\]/)
    const forAnother = Buffer.from(`boss@example.test\0${box.address}\0${box.code}`)
    expect(await other.ask(`AUTH PLAIN ${forAnother.toString('base64')}`)).toMatch(/^-ERR \[AUTH\]/)
    expect(await other.ask('PASS again')).toMatch(/^-ERR USER comes first/)
    other.write('AUTH PLAIN\r\n')
    await other.until(/^\+ /)
    expect(await other.ask(plain(box.address, box.code.toUpperCase()))).toMatch(/^\+OK/)
    other.close()
  })

  it('CLIENTACCESS-08 POP3 that is closed refuses, and a code that is cancelled cuts its session', async () => {
    const box = await newProgramMailbox(server)
    const { client } = box
    const program = await popIn(server, box)
    await client.get(clientAccess.protocol, { body: { protocol: 'pop3', state: 0 } })
    expect(await program.closed()).toMatch(/^-ERR/)
    const late = await tls()
    expect(await late.ask(`AUTH PLAIN ${plain(box.address, box.code)}`)).toMatch(/^-ERR \[AUTH\]/)
    // IMAP is open still.
    expect(await (await box.program()).ask('NOOP')).toMatch(/OK/)
    await client.get(clientAccess.protocol, { body: { protocol: 'pop3', state: 1 } })
    const again = await popIn(server, box)
    again.write('NOOP\r\n')
    await client.get(clientAccess.cancelPassword, {})
    expect(await again.closed()).toMatch(/-ERR/)
  })

  it('P7 three wrong codes end the line, and the count is that of all programs', async () => {
    const box = await newProgramMailbox(server)
    const program = await tls()
    for (let turn = 0; turn < 3; turn++)
      expect(await program.ask(`AUTH PLAIN ${plain(box.address, `wrong${turn}`)}`)).toMatch(
        /^-ERR \[AUTH\]/,
      )
    expect(await program.closed()).toMatch(/Too many wrong codes/)
    const counted = await server.app.database.query(
      sql<{ failures: number }>`SELECT failures FROM login_failures WHERE key LIKE 'program%'`,
    )
    expect(counted.some((row) => row.failures >= 3)).toBe(true)
    await server.app.database.run(sql`DELETE FROM login_failures`)
  })

  it('CLIENTACCESS-01 one session at a time has the mailbox, in two processes too; it is free again behind QUIT and a cut line', async () => {
    const box = await newProgramMailbox(server)
    const first = await popIn(server, box)
    const login = `AUTH PLAIN ${plain(box.address, box.code)}`
    const late = await tls()
    for (let turn = 0; turn < 4; turn++) expect(await late.ask(login)).toMatch(/^-ERR \[IN-USE\]/)
    const beside = await startTestServer({
      beside: server,
      environment: { HONGYAN_CAPTCHA: 'off' },
    })
    try {
      const elsewhere = await connectPop3(beside.app.pop3Ports().tlsPort ?? 0)
      expect(await elsewhere.ask(login)).toMatch(/^-ERR \[IN-USE\]/)
      await first.ask('QUIT')
      expect(await elsewhere.ask(login)).toMatch(/^\+OK/)
      elsewhere.close()
    } finally {
      await beside.stop()
    }
    // The process that held it has said so at its stop.
    expect(await late.ask(login)).toMatch(/^\+OK/)
  })
})

describe('fetching by POP3', () => {
  it('CLIENTACCESS-14 STAT, LIST, UIDL, TOP and RETR tell the inbox alone, byte for byte; what was fetched is seen in the browser', async () => {
    const box = await newProgramMailbox(server)
    const text = '.\r\n..\r\nthe dots\r\n. \r\n中文'
    await box.put('inbox', { subject: 'first', text }, { subject: 'second' })
    await box.put('archive', { subject: 'elsewhere' })
    const program = await popIn(server, box)
    const sizes = await program.askLines('LIST')
    const [one, two] = sizes.split('\r\n').map((line) => Number(line.split(' ')[1]))
    expect(await program.ask('STAT')).toBe(`+OK 2 ${(one ?? 0) + (two ?? 0)}\r\n`)
    expect(await program.ask('LIST 2')).toBe(`+OK 2 ${two}\r\n`)
    const raw = await program.askLines('RETR 1')
    const own = raw.replace(/(^|\r\n)\./g, '$1')
    expect(own).toHaveLength(one ?? 0)
    expect(Buffer.from(own, 'latin1').toString()).toContain(`\r\n\r\n${text}\r\n`)
    expect(await program.askLines('TOP 2 0')).toMatch(/Subject: second\r\n.*\r\n\r\n$/s)
    const items = await box.items(box.inbox)
    expect(items.map((item) => [item.mailSubject, item.seen])).toEqual([
      ['second', false],
      ['first', true],
    ])
    for (const line of ['RETR 3', 'RETR 0', 'LIST 9', 'UIDL 3', 'TOP 3 1', 'DELE 3'])
      expect(await program.ask(line)).toMatch(/^-ERR There is no such message/)
    for (const line of ['RETR', 'RETR x', 'TOP 1', 'RETR 99999999999', 'STAT 1', 'FROB', ''])
      expect(await program.ask(line)).toMatch(/^-ERR/)
    // Answers in their order, whatever comes at once (RFC 2449 §6.6).
    program.write('STAT\r\nUIDL 1\r\nNOOP\r\nTOP 1 0\r\nLIST 1\r\n')
    expect(await program.until(/\+OK 1 \d+\r\n$/)).toMatch(
      /^\+OK 2 \d+\r\n\+OK 1 \d+\.\d+\r\n\+OK Still here\r\n\+OK\r\n.*\r\n\.\r\n\+OK 1 \d+\r\n$/s,
    )
    await program.ask('QUIT')
  })

  it('CLIENTACCESS-14 what is left on the server keeps its UIDL; DELE deletes at QUIT and not before, for the 30 days of retrieval', async () => {
    const box = await newProgramMailbox(server)
    await box.put('inbox', { subject: 'a' }, { subject: 'b' }, { subject: 'c' })
    const first = await popIn(server, box)
    const before = (await first.askLines('UIDL')).split('\r\n')
    await first.ask('DELE 1')
    expect(await first.ask('DELE 1')).toMatch(/^-ERR This message is deleted/)
    expect(await first.ask('RETR 1')).toMatch(/^-ERR This message is deleted/)
    expect(await first.ask('STAT')).toMatch(/^\+OK 2 /)
    expect(await first.ask('RSET')).toMatch(/^\+OK 3 /)
    await first.ask('DELE 2')
    expect((await first.askLines('UIDL')).split('\r\n')).toEqual([before[0], before[2], ''])
    // A line that is cut deletes nothing (RFC 1939 §6).
    first.close()
    expect(await box.subjects(box.inbox)).toEqual(['c', 'b', 'a'])
    let second = await tls()
    for (let answer = ''; !answer.startsWith('+OK'); ) {
      answer = await second.ask(`AUTH PLAIN ${plain(box.address, box.code)}`)
      if (answer.startsWith('-ERR [IN-USE]')) continue
    }
    await box.put('inbox', { subject: 'd' })
    expect((await second.askLines('UIDL')).split('\r\n')).toEqual(before)
    await second.ask('DELE 2')
    expect(await second.ask('QUIT')).toMatch(/^\+OK/)
    expect(await box.subjects(box.inbox)).toEqual(['d', 'c', 'a'])
    expect((await box.counts(box.trash)).total).toBe(0)
    second = await popIn(server, box)
    const after = (await second.askLines('UIDL')).split('\r\n').map((line) => line.split(' ')[1])
    expect(after.slice(0, 2)).toEqual([before[0]?.split(' ')[1], before[2]?.split(' ')[1]])
    second.close()
    const { accountId } = box
    const kept = await server.app.mailstore.deleted({
      accountId,
      limit: 9,
      cursor: null,
      hidden: [],
    })
    expect(kept).toHaveLength(1)
  })

  it('CLIENTACCESS-14 a message that the browser took away meanwhile keeps its number and is told gone', async () => {
    const box = await newProgramMailbox(server)
    const [id = 0] = await box.put('inbox', { subject: 'a' }, { subject: 'b' })
    const program = await popIn(server, box)
    await server.app.mailstore.remove(box.accountId, [id as never])
    expect(await program.ask('RETR 1')).toMatch(/^-ERR \[SYS\/PERM\] This message is gone/)
    expect(await program.askLines('TOP 2 0')).toContain('Subject: b\r\n')
    await program.ask('DELE 1')
    expect(await program.ask('QUIT')).toMatch(/^\+OK/)
    expect(await box.subjects(box.inbox)).toEqual(['b'])
  })
})
