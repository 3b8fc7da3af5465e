import { clientAccess } from '@hongyan/contract/client-access'
import { profile } from '@hongyan/contract/profile'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../../platform/db/sql.ts'
import { listFolder } from '../../../testing/compose-helpers.ts'
import { newProgramMailbox, type ProgramMailbox } from '../../../testing/imap-client.ts'
import { type OutsideWorld, startOutsideWorld } from '../../../testing/outside-world.ts'
import { connectLine } from '../../../testing/program-line.ts'
import { newPublicBox } from '../../../testing/public-box.ts'
import { openPush } from '../../../testing/push-client.ts'
import { connectSmtp } from '../../../testing/smtp-client.ts'
import { smugglingEndings } from '../../../testing/smuggling-endings.ts'
import {
  startTestServer,
  type TestServer,
  testPassword,
} from '../../../testing/start-test-server.ts'
import { plainOf, submissionIn, submissionLine } from '../../../testing/submission-client.ts'
import { holdOf, longestHold } from './hold.ts'

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
})

const mailOf = (from: string, ...fields: string[]): string =>
  [`From: ${from}`, 'To: peer@other.test', 'Subject: sent', ...fields, '', 'Hello', ''].join('\r\n')

describe('who may send', () => {
  it('CLIENTACCESS-08 nobody sends without the code, and the code is taken under TLS alone; nothing is relayed', async () => {
    const box = await newProgramMailbox(server)
    const open = await connectSmtp(server.app.submissionPorts().port ?? 0)
    const offered = (await open.hello()).lines
    expect(offered).toContain('STARTTLS')
    expect(offered.join()).not.toContain('AUTH')
    expect((await open.command(`AUTH PLAIN ${plainOf(box)}`)).code).toBe(538)
    expect((await open.command(`MAIL FROM:<${box.address}>`)).code).toBe(530)
    // What comes in clear behind STARTTLS is not done after it (CVE-2011-0411).
    open.write(`STARTTLS\r\nEHLO injected\r\nAUTH PLAIN ${plainOf(box)}\r\n`)
    expect((await open.answer()).code).toBe(220)
    await open.secure()
    expect((await open.command(`MAIL FROM:<${box.address}>`)).code).toBe(503)
    const secure = (await open.hello()).lines
    expect(secure).toContain('AUTH PLAIN LOGIN XOAUTH2 OAUTHBEARER')
    for (const one of ['PIPELINING', '8BITMIME', 'SMTPUTF8', 'ENHANCEDSTATUSCODES', 'DSN'])
      expect(secure).toContain(one)
    expect(secure.join()).toMatch(/SIZE \d+.*FUTURERELEASE \d+ \d{4}-/)
    expect(secure).toContain('CHUNKING')
    expect(secure.join()).not.toMatch(/STARTTLS|BINARYMIME/)
    expect((await open.command(`MAIL FROM:<${box.address}>`)).text).toMatch(/^530 5\.7\.0 Log in/)
    expect((await open.command('RCPT TO:<peer@other.test>')).code).toBe(530)
    const web = plainOf({ address: box.address, code: testPassword })
    expect((await open.command(`AUTH PLAIN ${web}`)).text).toMatch(/^535 5\.7\.8/)
    // Nobody acts for another (RFC 4616 §2).
    const forAnother = Buffer.from(`boss@example.test\0${box.address}\0${box.code}`)
    const refused = await open.command(`AUTH PLAIN ${forAnother.toString('base64')}`)
    expect(refused.text).toMatch(/^535 5\.7\.8/)
    expect((await open.command('AUTH LOGIN')).text).toBe('334 VXNlcm5hbWU6')
    await open.command(Buffer.from(box.address).toString('base64'))
    const said = await open.command(Buffer.from(box.code).toString('base64'))
    expect(said.code).toBe(235)
    expect(
      (await open.send({ from: box.address, to: 'peer@other.test', data: mailOf(box.address) }))
        .code,
    ).toBe(250)
    expect(await outside.sink.received(1)).toHaveLength(1)
    await open.quit()
    // TLS from the first byte.
    const tls = connectLine(server.app.submissionPorts().tlsPort ?? 0)
    await tls.until(/^220 /)
    tls.write('EHLO x\r\n')
    expect(await tls.until(/250 FUTURERELEASE/)).toContain('AUTH PLAIN LOGIN')
    tls.close()
  })

  it('CLIENTACCESS-08 submission that is closed refuses, a code that is cancelled cuts the line and sends nothing more; P7 three wrong codes end it', async () => {
    const box = await newProgramMailbox(server)
    const program = await submissionIn(server, box)
    await box.client.get(clientAccess.protocol, { body: { protocol: 'smtp', state: 0 } })
    await program.closed()
    const late = await submissionLine(server)
    for (let turn = 0; turn < 3; turn++)
      expect((await late.command(`AUTH PLAIN ${plainOf(box)}`)).text).toMatch(/^535 5\.7\.8/)
    expect((await late.answer()).text).toMatch(/^421 4\.7\.0 Too many wrong codes/)
    await server.app.database.run(sql`DELETE FROM login_failures`)
    await box.client.get(clientAccess.protocol, { body: { protocol: 'smtp', state: 1 } })
    const again = await submissionIn(server, box)
    await again.command(`MAIL FROM:<${box.address}>`)
    await again.command('RCPT TO:<peer@other.test>')
    await again.command('DATA')
    await box.client.get(clientAccess.cancelPassword, {})
    await again.closed()
    expect((await listFolder(box.client, 'sent')).list).toEqual([])
  })

  it('CLIENTACCESS-14 the sender is an own address, an alias, or a mailbox that one may send as: in MAIL FROM, in every From and in Sender', async () => {
    const box = await newProgramMailbox(server)
    const other = await newProgramMailbox(server)
    const program = await submissionIn(server, box)
    const send = async (from: string, data: string) =>
      (await program.send({ from, to: 'peer@other.test', data })).text.slice(0, 9)
    const own = box.address
    expect(await send(other.address, mailOf(own))).toBe('550 5.7.1')
    for (const data of [
      mailOf(other.address),
      mailOf(`${own}, ${other.address}`),
      mailOf(own, `Sender: ${other.address}`),
      mailOf(own, `From: ${other.address}`),
      mailOf(own, `Resent-From: ${other.address}`),
      mailOf(own, `Resent-From: ${own}`, `Resent-Sender: ${own}, ${other.address}`),
      mailOf(other.address, `Resent-From: ${own}`),
      mailOf(other.address, `From: ${own}`),
      'Subject: nobody\r\n\r\nHello\r\n',
    ])
      expect(await send(own, data)).toBe('550 5.7.1')
    expect((await listFolder(box.client, 'sent')).list).toEqual([])
    // What is refused leaves nothing.
    const [left] = await server.app.database.query(
      sql<{
        count: number
      }>`SELECT count(*) AS count FROM submissions WHERE account_id = ${box.accountId}`,
    )
    expect(left?.count).toBe(0)
    expect(await send(own, mailOf(own, `Resent-From: ${own}`))).toBe('250 2.6.0')
    await outside.sink.received(1)
    outside.sink.mails.length = 0
    // A read receipt wants no report.
    expect(await send('', mailOf(own))).toBe('250 2.6.0')
    expect((await outside.sink.received(1))[0]?.from).toBe('')
    const desk = await newPublicBox(server, `desk${box.accountId}@example.test`)
    await desk.grant(own, 'read')
    expect(await send(desk.address, mailOf(desk.address))).toBe('550 5.7.1')
    await desk.grant(own, 'on-behalf')
    outside.sink.mails.length = 0
    expect(await send(desk.address, mailOf(desk.address))).toBe('250 2.6.0')
    const [mail] = await outside.sink.received(1)
    expect(String(mail?.raw)).toContain(`Sender: <${own}>\r\n`)
    // The mailbox itself, in Sender, names nobody; an own address there stays as it was written.
    for (const [written, left] of [
      [`Sender: Desk <${desk.address}>`, `Sender: <${own}>\r\n`],
      [`Sender: Me <${own}>`, `Sender: Me <${own}>\r\n`],
    ] as const) {
      outside.sink.mails.length = 0
      expect(await send(desk.address, mailOf(desk.address, written))).toBe('250 2.6.0')
      const raw = String((await outside.sink.received(1))[0]?.raw)
      expect(raw.match(/^Sender: .*\r\n/gm)).toEqual([left])
    }
    // Its copy lies where its members see it.
    await desk.enter(box.client)
    expect((await listFolder(box.client, 'sent')).list).toHaveLength(3)
  })

  it('CLIENTACCESS-14 by an alias and by a public mailbox of each level: who may only read it does not send, on-behalf names the writer', async () => {
    const box = await newProgramMailbox(server)
    const alias = `alias-${box.address}`
    const organisation = await server.app.directory.organisation()
    if (organisation) await server.app.settings.turn(organisation.id, 'aliasEnable', true)
    await box.client.get(profile.saveAlias, { body: { alias } })
    const desk = await newPublicBox(server, `levels-${box.accountId}@example.test`)
    const program = await submissionIn(server, box)
    const sent = async (from: string) => {
      outside.sink.mails.length = 0
      const { text } = await program.send({ from, to: 'peer@other.test', data: mailOf(from) })
      if (!text.startsWith('250')) return text.slice(0, 9)
      const [mail] = await outside.sink.received(1)
      return [mail?.from, /^Sender: .*(?=\r)/m.exec(String(mail?.raw))?.[0] ?? null]
    }
    expect(await sent(alias)).toEqual([alias, null])
    expect(await sent(desk.address)).toBe('550 5.7.1')
    for (const [level, outcome] of [
      ['read', '550 5.7.1'],
      ['send-as', [desk.address, null]],
      ['on-behalf', [desk.address, `Sender: <${box.address}>`]],
      ['full', [desk.address, null]],
    ] as const) {
      await desk.grant(box.address, level)
      expect([level, await sent(desk.address)]).toEqual([level, outcome])
    }
    // A level that was taken away is away for the very next mail of a line that is in.
    await desk.revoke(box.address)
    expect(await sent(desk.address)).toBe('550 5.7.1')
  })

  it('CLIENTACCESS-14 T31 what stands in the header behind a parser’s limits is not let through: it is refused', async () => {
    const box = await newProgramMailbox(server)
    const other = await newProgramMailbox(server)
    const program = await submissionIn(server, box)
    const send = async (...fields: string[]) =>
      (
        await program.send({
          from: box.address,
          to: 'peer@other.test',
          data: mailOf(box.address, ...fields),
        })
      ).text.slice(0, 9)
    const line = (at: number) => `X-Padding-${at}: ${'x'.repeat(900)}`
    const padding = Array.from({ length: 300 }, (_, at) => line(at))
    for (const field of [`From: ${other.address}`, `Sender: ${other.address}`, 'Bcc: a@other.test'])
      expect(await send(...padding, field)).toBe('554 5.6.0')
    const many = Array.from({ length: 2_001 }, (_, at) => ` a${at}@other.test`)
    expect(await send(`Cc: c@other.test,\r\n${many.join(',\r\n')}`)).toBe('554 5.6.0')
    const long = Array.from({ length: 80 }, () => ` ${'x'.repeat(900)}`)
    expect(await send(`Bcc: a@other.test,\r\n${long.join('\r\n')}`)).toBe('554 5.6.0')
    expect((await listFolder(box.client, 'sent')).list).toEqual([])
    // What a header may be long.
    expect(await send(...padding.slice(0, 200), 'Bcc: hidden@other.test')).toBe('250 2.6.0')
    expect(String((await outside.sink.received(1))[0]?.raw)).not.toContain('hidden')
  })
})

describe('what becomes of a mail', () => {
  it('CLIENTACCESS-14 it shows in the browser at once, leaves once without Bcc, with Message-ID and Date; undo time does not apply', async () => {
    const box = await newProgramMailbox(server)
    const push = await openPush(server, box)
    const program = await submissionIn(server, box)
    const to = ['peer@other.test', 'hidden@other.test', 'PEER@other.test']
    // What a server found is nobody's to write (RFC 8601 §5).
    const forged = [
      'Authentication-Results: mail.example.test;\r\n dmarc=pass',
      'Return-Path: <a@b>',
    ]
    const blind = ['Bcc: hidden@other.test', 'BCC :\r\n hidden@other.test', 'Resent-Bcc: hidden@b']
    const data = mailOf(`Me <${box.address}>`, ...blind, ...forged, 'X-Own: as it   is')
    expect((await program.send({ from: box.address, to, data })).text).toMatch(
      /^250 2\.6\.0 Queued/,
    )
    await push.next('mailbox')
    const { list } = await listFolder(box.client, 'sent')
    expect(list.map((one) => one.mailSubject)).toEqual(['sent'])
    const [mail] = await outside.sink.received(1)
    const left = String(mail?.raw)
    expect((mail?.recipients ?? []).map((one) => one.toLowerCase()).sort()).toEqual([
      'hidden@other.test',
      'peer@other.test',
    ])
    expect(left).toContain('X-Own: as it   is\r\n')
    expect(left).not.toMatch(/hidden|^bcc|dmarc|Return-Path/im)
    expect(left).toMatch(/^Message-ID: <[^>]+@example\.test>\r$/m)
    expect(left).toMatch(/^Date: .* \+0000\r$/m)
    push.close()
  })

  it('CLIENTACCESS-14 a mail is in Sent once, also when the program files its own copy by IMAP, behind the submission or before it', async () => {
    const box = await newProgramMailbox(server)
    const program = await submissionIn(server, box)
    const imap = await box.program()
    const file = (data: string) =>
      imap.ask(`APPEND Sent (\\Seen) {${Buffer.byteLength(data)}+}\r\n${data}`)
    const send = async (data: string) =>
      (await program.send({ from: box.address, to: 'peer@other.test', data })).code
    const id = (name: string) => `Message-ID: <${name}${box.accountId}@x>`
    const behind = mailOf(box.address, 'Bcc: hidden@other.test', id('behind'))
    expect(await send(behind)).toBe(250)
    expect(await file(behind)).toMatch(/OK \[APPENDUID \d+ 1\]/)
    expect(await sentOf(box)).toBe(1)
    // Another text under that Message-ID is another mail.
    expect(await file(`${behind}another\r\n`)).toMatch(/OK \[APPENDUID \d+ 2\]/)
    const before = mailOf(box.address, id('before'))
    expect(await file(before)).toMatch(/OK \[APPENDUID \d+ 3\]/)
    expect(await send(before)).toBe(250)
    expect(await sentOf(box)).toBe(3)
    // What is filed once more, or changed, is a mail of its own: the program may expunge the first.
    expect(await file(behind)).toMatch(/OK \[APPENDUID \d+ 4\]/)
    const third = mailOf(box.address, id('third'))
    expect(await send(third)).toBe(250)
    const changed = third.replace(/^/, 'X-Mozilla-Keys: $label1\r\n')
    expect(await file(changed)).toMatch(/OK \[APPENDUID \d+ 6\]/)
    const valued = mailOf(box.address, id('valued'), 'X-Value: one')
    expect(await send(valued)).toBe(250)
    expect(await file(valued.replace('X-Value: one', 'X-Value: two'))).toMatch(
      /OK \[APPENDUID \d+ 8\]/,
    )
    // One that was filed before the submission is filed already.
    expect(await file(before)).toMatch(/OK \[APPENDUID \d+ 9\]/)
    const fourth = mailOf(box.address, id('fourth'))
    expect(await send(fourth)).toBe(250)
    await imap.ask('SELECT Sent')
    await imap.ask('UID STORE 10 +FLAGS (\\Deleted)')
    expect(await file(fourth)).toMatch(/OK \[APPENDUID \d+ 11\]/)
    const fifth = mailOf(box.address, id('fifth'))
    expect(await send(fifth)).toBe(250)
    await imap.ask(`APPEND Sent (\\Seen \\Flagged own) {${Buffer.byteLength(fifth)}+}\r\n${fifth}`)
    expect(await imap.ask('UID FETCH 12 (FLAGS)')).toMatch(/FLAGS \([^)]*\\Flagged[^)]*own/)
    const rows = await server.app.database.query(
      sql<{
        uid: number
      }>`SELECT uid FROM messages WHERE account_id = ${box.accountId} AND submission_id IS NOT NULL ORDER BY uid`,
    )
    expect(rows.map(({ uid }) => uid)).toEqual([1, 3, 5, 7, 10, 12])
    expect(await outside.sink.received(6)).toHaveLength(6)
  })

  it('CLIENTACCESS-14 large mail comes through whole; too large, too many recipients and parameters that were not offered are refused', async () => {
    const box = await newProgramMailbox(server)
    const program = await submissionIn(server, box)
    const large = mailOf(box.address) + '.leading dots\r\n'.repeat(100_000)
    expect(
      (await program.send({ from: box.address, to: 'peer@other.test', data: large })).code,
    ).toBe(250)
    const [mail] = await outside.sink.received(1)
    expect(String(mail?.raw).split('\r\n.leading dots').length).toBe(100_001)
    const from = `MAIL FROM:<${box.address}>`
    expect((await program.command(`${from} SIZE=999999999`)).text).toMatch(/^552 5\.3\.4/)
    for (const parameter of ['BY=1;R', 'MT-PRIORITY=1'])
      expect((await program.command(`${from} ${parameter}`)).text).toMatch(/^555 5\.5\.4/)
    for (const bad of [
      'HOLDFOR=0',
      'HOLDFOR=x',
      'HOLDUNTIL=tomorrow',
      'HOLDUNTIL=2026-02-30T00:00:00Z',
      'HOLDUNTIL=2027-01-01T24:00:00Z',
      `HOLDFOR=${longestHold + 1}`,
    ])
      expect((await program.command(`${from} ${bad}`)).text).toMatch(/^501 5\.5\.4/)
    // An address that mail could not go to is refused by itself: the others get the mail.
    expect((await program.command(from)).code).toBe(250)
    for (const bad of ['postmaster', 'a@[127.0.0.1]', 'a@-x.test', `${'a'.repeat(65)}@x.test`])
      expect((await program.command(`RCPT TO:<${bad}>`)).text).toMatch(/^553 5\.1\.3/)
    expect((await program.command('RCPT TO:<peer@other.test>')).code).toBe(250)
    await program.command('RSET')
    await server.app.database.run(sql`
      INSERT INTO submission_recipients (submission_id, address, name, kind, domain, state, next_attempt_at, updated_at)
      SELECT (SELECT max(id) FROM submissions WHERE account_id = ${box.accountId}), 'r' || n || '@other.test', '', 'to', 'other.test', 'relayed', NULL, now()
      FROM generate_series(1, 2000) n`)
    expect(
      (await program.send({ from: box.address, to: 'peer@other.test', data: mailOf(box.address) }))
        .text,
    ).toMatch(/^451 4\.7\.1 At most 2000 recipients an hour/)
  })

  it('CLIENTACCESS-14 a mail with HOLDFOR waits as one that was scheduled in the browser', async () => {
    const box = await newProgramMailbox(server)
    const program = await submissionIn(server, box)
    const sent = await program.send({
      from: box.address,
      to: 'peer@other.test',
      data: mailOf(box.address),
      parameters: 'HOLDFOR=3600',
    })
    expect(sent.code).toBe(250)
    const [row] = await server.app.database.query(
      sql<{
        state: string
        ahead: number
      }>`SELECT state, extract(epoch FROM hold_until - now())::int AS ahead
        FROM submissions WHERE account_id = ${box.accountId}`,
    )
    expect(row?.state).toBe('scheduled')
    expect(row?.ahead).toBeGreaterThan(3_500)
    expect(outside.sink.mails).toHaveLength(0)
    const now = new Date('2026-11-23T00:00:00Z')
    expect(holdOf({ HOLDUNTIL: '2026-11-23T08:30:00+08:00' }, now)).toEqual({
      kind: 'until',
      at: new Date('2026-11-23T00:30:00Z'),
    })
    expect(holdOf({ HOLDUNTIL: '2020-01-01T00:00:00Z' }, now)).toEqual({ kind: 'until', at: null })
    expect(holdOf({ HOLDUNTIL: '2027-01-01T00:00:00Z', HOLDFOR: '5' }, now).kind).toBe(
      'not-understood',
    )
  })

  it('T25 no ending but CRLF . CRLF ends a mail, and nothing of it is taken for another', async () => {
    const box = await newProgramMailbox(server)
    const program = await submissionIn(server, box)
    const second = `MAIL FROM:<${box.address}>\r\nRCPT TO:<victim@other.test>\r\nDATA\r\nFrom: ${box.address}\r\nSubject: smuggled\r\n\r\nx`
    for (const ending of smugglingEndings) {
      await program.command(`MAIL FROM:<${box.address}>`)
      await program.command('RCPT TO:<peer@other.test>')
      await program.command('DATA')
      program.write(`${mailOf(box.address)}Text${ending}${second}\r\n.\r\n`)
      expect((await program.answer()).code).toBe(250)
      expect((await program.command('NOOP')).text).toBe('250 2.0.0 OK')
    }
    // What follows a BDAT that cannot be taken is no command.
    expect((await program.command('BDAT 16\r\nMAIL FROM:<a@b>')).text).toMatch(/^503 5\.5\.1/)
    const mails = await outside.sink.received(smugglingEndings.length)
    for (const mail of mails) {
      expect(mail.recipients).toEqual(['peer@other.test'])
      expect(String(mail.raw).replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    }
    expect(await sentOf(box)).toBe(smugglingEndings.length)
  })
})

const sentOf = async (box: ProgramMailbox): Promise<number> =>
  (await box.counts(box.folderId('sent'))).total
