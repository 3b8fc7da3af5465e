import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import { eventually, listFolder } from '../../../testing/compose-helpers.ts'
import { newProgramMailbox, type ProgramMailbox } from '../../../testing/imap-client.ts'
import { type OutsideWorld, startOutsideWorld } from '../../../testing/outside-world.ts'
import { startTestServer, type TestServer } from '../../../testing/start-test-server.ts'
import { submissionIn } from '../../../testing/submission-client.ts'

let server: TestServer
let outside: OutsideWorld

beforeAll(async () => {
  outside = await startOutsideWorld()
  server = await startTestServer({
    environment: { ...outside.environment, HONGYAN_CAPTCHA: 'off' },
  })
})

afterAll(async () => {
  await server.stop()
  await outside.stop()
})

beforeEach(() => {
  outside.sink.mails.length = 0
  outside.old.mails.length = 0
  outside.sink.behaviour.recipients = {}
})

interface Sending {
  /** Behind MAIL FROM. */
  mail?: string
  /** Address → what stands behind it. */
  to: Record<string, string>
  text?: string
}

/** Sends and says the last answer, or the first refusal. */
async function send(box: ProgramMailbox, { mail = '', to, text = 'Hello' }: Sending) {
  const program = await submissionIn(server, box)
  const commands = [
    `MAIL FROM:<${box.address}> ${mail}`.trim(),
    ...Object.entries(to).map(([address, wish]) => `RCPT TO:<${address}> ${wish}`.trim()),
  ]
  for (const command of commands) {
    const answer = await program.command(command)
    if (answer.code !== 250) return answer.text
  }
  await program.command('DATA')
  program.write(`From: ${box.address}\r\nSubject: wishes\r\n\r\n${text}\r\n.\r\n`)
  const { text: said } = await program.answer()
  await program.quit()
  return said
}

/** Nothing of the account is on its way any more. */
const settled = (box: ProgramMailbox) =>
  eventually(
    () =>
      server.app.database.query(
        sql`SELECT 1 FROM submissions WHERE account_id = ${box.accountId} AND state = 'queued'`,
      ),
    (rows) => rows.length === 0,
  )

/** The reports in the inbox, as they are written. */
async function reports(box: ProgramMailbox): Promise<string[]> {
  await settled(box)
  const { list } = await listFolder(box.client, 'inbox')
  const imap = await box.program()
  await imap.ask('SELECT INBOX')
  const found: string[] = []
  for (const { mailUid, mailSubject } of list)
    if (/^(?:退信|已送达|已转交|延迟)/.test(mailSubject))
      found.push(await imap.ask(`UID FETCH ${mailUid} BODY.PEEK[]`))
  imap.close()
  return found
}

describe('reports that are wanted (RFC 3461)', () => {
  it('CLIENTACCESS-14 what is wanted is told to a server that knows of it, each recipient’s own, and that one reports', async () => {
    const box = await newProgramMailbox(server)
    const to = {
      'a@other.test': 'NOTIFY=SUCCESS,DELAY ORCPT=rfc822;A+2Bb@other.test',
      'b@other.test': 'NOTIFY=NEVER',
      'c@other.test': '',
    }
    expect(await send(box, { mail: 'RET=HDRS ENVID=QQ+2B314', to })).toMatch(/^250 /)
    const [mail] = await outside.sink.received(1)
    expect(mail?.parameters).toMatchObject({ RET: 'HDRS', ENVID: 'QQ+314' })
    expect(mail?.wishes).toEqual({
      'a@other.test': { notify: ['SUCCESS', 'DELAY'], orcpt: 'rfc822;A+b@other.test' },
      'b@other.test': { notify: ['NEVER'] },
      'c@other.test': {},
    })
    expect(await reports(box)).toEqual([])
  })

  it('CLIENTACCESS-14 success is told where it was asked for: delivered in a mailbox of ours, relayed to a server that reports nothing', async () => {
    const box = await newProgramMailbox(server)
    const other = await newProgramMailbox(server)
    const quiet = await newProgramMailbox(server)
    const to = {
      [other.address]: `NOTIFY=SUCCESS ORCPT=rfc822;${other.address}`,
      [quiet.address]: '',
      'd@old.test': 'NOTIFY=SUCCESS',
      'e@old.test': '',
    }
    expect(await send(box, { mail: 'ENVID=here', to })).toMatch(/^250 /)
    const [old] = await outside.old.received(1)
    expect(old?.parameters).not.toHaveProperty('ENVID')
    const told = (await reports(box)).sort()
    expect(told).toHaveLength(2)
    const [delivered, relayed] = [/Action: delivered/, /Action: relayed/].map((action) =>
      told.find((one) => action.test(one)),
    )
    expect(delivered).toMatch(/Original-Envelope-Id: here\r\n/)
    expect(delivered).toContain(`Original-Recipient: rfc822; ${other.address}\r\n`)
    expect(delivered).toContain(`Final-Recipient: rfc822; ${other.address}\r\n`)
    expect(delivered).toMatch(/Status: 2\.0\.0\r\n/)
    expect(delivered).not.toContain(quiet.address)
    expect(relayed).toContain('Final-Recipient: rfc822; d@old.test')
    expect(relayed).not.toContain('e@old.test')
  })

  it('CLIENTACCESS-14 failure is not told to who wants to hear of success alone or of nothing; RET=FULL brings the whole mail back', async () => {
    const box = await newProgramMailbox(server)
    outside.sink.behaviour.recipients = { no: '550 5.1.1 No such user' }
    for (const wish of ['NOTIFY=NEVER', 'NOTIFY=SUCCESS'])
      expect(await send(box, { to: { 'no@other.test': wish } })).toMatch(/^250 /)
    expect(await reports(box)).toEqual([])
    for (const ret of ['RET=HDRS', 'RET=FULL'])
      await send(box, { mail: ret, to: { 'no@other.test': 'NOTIFY=FAILURE' }, text: 'the text' })
    await send(box, { mail: 'RET=FULL', to: { 'no@other.test': '' }, text: '正文' })
    const told = (await reports(box)).join()
    expect(told.match(/Action: failed/g)).toHaveLength(3)
    expect(told.match(/\r\nthe text\r\n/g)).toHaveLength(1)
    expect(told.match(/Content-Type: message\/rfc822/g)).toHaveLength(1)
    expect(told.match(/Content-Type: message\/global\r\n/g)).toHaveLength(1)
    // A mailbox without room for the whole mail gets its headers.
    const full = await newProgramMailbox(server)
    await server.app.database.run(sql`
      UPDATE accounts SET quota_bytes = used_bytes + 45000 WHERE id = ${full.accountId}`)
    const text = `${'x'.repeat(70)}\r\n`.repeat(420)
    await send(full, { mail: 'RET=FULL', to: { 'no@other.test': '' }, text })
    const [report = ''] = await reports(full)
    expect(report).toContain('Content-Type: text/rfc822-headers')
    expect(report).not.toContain('xxx')
  })

  it('CLIENTACCESS-14 T26 what is no wish is refused, and brings no line of its own into a report or a command', async () => {
    const box = await newProgramMailbox(server)
    const bad: Sending[] = [
      { mail: 'RET=SOME', to: {} },
      { mail: `ENVID=${'x'.repeat(101)}`, to: {} },
      { mail: 'ENVID=a+0D+0AX:b', to: {} },
      { mail: 'ENVID=', to: {} },
      { to: { 'a@other.test': 'NOTIFY=NEVER,SUCCESS' } },
      { to: { 'a@other.test': 'NOTIFY=ALWAYS' } },
      { to: { 'a@other.test': 'ORCPT=nobody' } },
      { to: { 'a@other.test': `ORCPT=rfc822;${'x'.repeat(500)}` } },
      { to: { 'a@other.test': 'ORCPT=rfc822;a+0D+0ADATA' } },
    ]
    for (const one of bad)
      expect([one, await send(box, one)]).toEqual([one, expect.stringMatching(/^50[15] /)])
    expect(outside.sink.mails).toHaveLength(0)
  })
})

describe('mail in chunks (RFC 3030)', () => {
  const head = (box: ProgramMailbox) => `From: ${box.address}\r\nSubject: chunks\r\n\r\n`
  /** A line on which somebody writes to the peer, who is named already. */
  const begun = async (box: ProgramMailbox) => {
    const program = await submissionIn(server, box)
    await program.command(`MAIL FROM:<${box.address}>`)
    await program.command('RCPT TO:<peer@other.test>')
    return program
  }

  it('CLIENTACCESS-14 T25 what is in a chunk is the mail as it stands, however it is cut: no dot ends it, and no line in it is a command', async () => {
    const box = await newProgramMailbox(server)
    const text = `${head(box)}..two dots\r\n.\r\nMAIL FROM:<x@y>\r\nthe end\r\n`
    const program = await begun(box)
    const parts = [text.slice(0, 50), text.slice(50, 90), '', text.slice(90)]
    for (const part of parts) {
      program.write(`BDAT ${part.length}\r\n`)
      // In pieces of their own, down to a byte.
      for (const byte of part) program.write(byte)
      expect((await program.answer()).text).toBe(`250 2.0.0 ${part.length} octets are here`)
    }
    expect((await program.command('NOOP')).code).toBe(250)
    expect((await program.command('BDAT 0 LAST')).text).toMatch(/^250 2\.6\.0 Queued/)
    // All at once, and another mail behind it on the same line.
    for (const address of ['peer@other.test', 'more@other.test']) {
      program.write(
        `MAIL FROM:<${box.address}>\r\nRCPT TO:<${address}>\r\nBDAT 60\r\n${text.slice(0, 60)}` +
          `BDAT ${text.length - 60} last\r\n${text.slice(60)}`,
      )
      const answers = [await program.answer(), await program.answer(), await program.answer()]
      expect(answers.map(({ code }) => code)).toEqual([250, 250, 250])
      expect((await program.answer()).text).toMatch(/^250 2\.6\.0 Queued/)
    }
    expect(
      (await program.send({ from: box.address, to: 'peer@other.test', data: text })).code,
    ).toBe(250)
    for (const mail of await outside.sink.received(4))
      expect(String(mail.raw)).toContain(
        '\r\n\r\n..two dots\r\n.\r\nMAIL FROM:<x@y>\r\nthe end\r\n',
      )
  })

  it('CLIENTACCESS-14 T25 a chunk that cannot be taken is read and refused, one without a size ends the line, and half a mail is none', async () => {
    const box = await newProgramMailbox(server)
    const program = await submissionIn(server, box)
    for (const last of ['', ' LAST']) {
      program.write(`BDAT 15${last}\r\nRSET\r\nNOOP\r\nX\r\nEHLO x\r\n`)
      expect((await program.answer()).text).toMatch(/^503 5\.5\.1/)
      expect((await program.answer()).lines.join()).toContain('CHUNKING')
    }
    expect((await program.command('BDAT 10 BYTES')).text).toMatch(/^421 4\.5\.4/)
    await program.closed()
    // RFC 3030 §2: DATA is out of its place, and the mail goes on.
    const writer = await newProgramMailbox(server)
    const whole = await begun(writer)
    whole.write('BDAT 5\r\nFrom:')
    expect((await whole.answer()).code).toBe(250)
    expect((await whole.command('DATA')).text).toMatch(/^503 5\.5\.1/)
    const rest = ` ${writer.address}\r\n\r\nx\r\n`
    whole.write(`BDAT ${rest.length} LAST\r\n${rest}`)
    expect((await whole.answer()).text).toMatch(/^250 2\.6\.0/)
    for (const command of ['RSET', `MAIL FROM:<${box.address}>`]) {
      const half = await begun(box)
      half.write(`BDAT 5\r\nFrom:`)
      expect((await half.answer()).code).toBe(250)
      expect((await half.command(command)).text).toMatch(/^421 4\.5\.0/)
      await half.closed()
    }
    const tiny = await begun(box)
    tiny.write('BDAT 1\r\nx'.repeat(7_000))
    const answers: number[] = []
    while (answers.at(-1) !== 421) answers.push((await tiny.answer()).code)
    expect(answers.length).toBe(101)
    await tiny.closed()
    // Issue 12: for 99 GB nobody waits.
    const endless = await begun(box)
    expect((await endless.command('BDAT 99999999999')).text).toMatch(/^552 5\.3\.4/)
    await endless.closed()
    const large = await begun(box)
    large.write(`BDAT ${head(box).length}\r\n${head(box)}`)
    await large.answer()
    large.destroy()
    await settled(box)
    expect((await listFolder(box.client, 'sent')).list).toEqual([])
  })
})
