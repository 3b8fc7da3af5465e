import { approval } from '@hongyan/contract/approval'
import { approvalPatterns } from '@hongyan/contract/approval-fields'
import { compose } from '@hongyan/contract/compose'
import { rules } from '@hongyan/contract/rules'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ZipFile } from 'yazl'
import { bytesInMemory } from '../../platform/budget.ts'
import { sql } from '../../platform/db/sql.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import {
  type ApprovalRig,
  hasLeft,
  liAddress,
  type RuleInput,
  startApprovalRig,
  submissionOf,
} from '../../testing/approval-rig.ts'
import { deliver } from '../../testing/builders.ts'
import { freshSink, weiAddress } from '../../testing/colleagues.ts'
import { eventually, listFolder, mailBody } from '../../testing/compose-helpers.ts'
import { connectImap, programCode } from '../../testing/imap-client.ts'
import { newGroup, signInAdmin } from '../../testing/mail-groups.ts'
import { submissionIn } from '../../testing/submission-client.ts'

let rig: ApprovalRig
let code: string

beforeAll(async () => {
  rig = await startApprovalRig()
  code = await programCode(rig.wei)
})

afterAll(() => rig.stop())

beforeEach(async () => {
  freshSink(rig.sink)
  await rig.noRules()
})

const opinion = 'fine'
const approve = (id: number) =>
  rig.li.get(approval.approve, { body: { approvalIds: [id], opinion } })
/** Content rules for mail to the outside. */
const secret = (over: RuleInput = {}) => rig.rule({ words: ['机密', 'top secret'], ...over })

const submit = async (text: string, recipients: string[]): Promise<number> => {
  const before = await rig.newest()
  const line = await submissionIn(rig.server, { address: weiAddress, code })
  await line.command(`MAIL FROM:<${weiAddress}>`)
  for (const to of recipients) await line.command(`RCPT TO:<${to}>`)
  await line.command('DATA')
  const answer = await line.command(`${text.replaceAll('\n', '\r\n')}\r\n.`)
  await line.quit()
  if (answer.code !== 250) throw new Error(answer.text)
  const after = await rig.newest()
  return after === before ? 0 : after
}
const raw = (subject: string, ...rest: string[]) =>
  [`From: ${weiAddress}`, 'To: peer@other.test', `Subject: ${subject}`, ...rest].join('\n')

describe('every door asks the gate', () => {
  it('issue 17 the quick reply', async () => {
    await deliver(rig.server, weiAddress, {
      from: 'peer@other.test',
      to: weiAddress,
      subject: '问 ask',
    })
    const { list } = await listFolder(rig.wei, 'inbox')
    const mailId = list.find((one) => one.mailSubject === '问 ask')?.mailId ?? 0
    await rig.rule()
    const body = {
      type: 'reply' as const,
      mailId,
      fasthuifuContent: '好',
      sendKey: crypto.randomUUID(),
    }
    expect((await rig.wei.get(compose.quickSend, { body })).state).toBe('awaiting-approval')
    const id = await rig.newest()
    await approve(id)
    await hasLeft(rig, id)
  })

  it('issue 17 scheduled mail is held at once, leaves at its time, and not before', async () => {
    await rig.rule()
    const at = new Date(rig.clock.now().getTime() + 3_600_000)
    const id = await rig.send({ mailSubject: 'later', scheduledTime: at.toISOString() })
    if (id === null) throw new Error('not held')
    await approve(id)
    expect(await submissionOf(rig, id)).toBe('scheduled')
    expect(rig.sink.mails).toEqual([])
    rig.clock.advance(3_601_000)
    await hasLeft(rig, id)
    expect(rig.sink.mails).toHaveLength(1)
    const late = await rig.send({
      scheduledTime: new Date(rig.clock.now().getTime() + 60_000).toISOString(),
    })
    if (late === null) throw new Error('not held')
    rig.clock.advance(120_000)
    expect(await submissionOf(rig, late)).toBe('awaiting-approval')
    await approve(late)
    await hasLeft(rig, late)
  })

  it('issue 17 mail programs, with a copy that they file in Sent themselves', async () => {
    await rig.rule()
    const text = raw('by program', 'Message-ID: <one@example.test>', '', 'Hello')
    const imap = await connectImap(rig.server.app.imapPorts().tlsPort ?? 0)
    await imap.ask(`LOGIN ${weiAddress} ${code}`)
    const copy = `${text.replaceAll('\n', '\r\n')}\r\n`
    expect(await imap.ask(`APPEND Sent {${Buffer.byteLength(copy)}+}\r\n${copy}`)).toContain(' OK')
    imap.close()
    const id = await submit(text, ['peer@other.test'])
    expect(id).toBeGreaterThan(0)
    expect(rig.sink.mails).toEqual([])
    await approve(id)
    await hasLeft(rig, id)
    expect(rig.sink.mails).toHaveLength(1)
    const second = await submit(raw('by program 2', '', 'Hello'), ['peer@other.test'])
    await rig.wei.get(approval.withdraw, { body: { approvalIds: [second] } })
    expect(await submissionOf(rig, second)).toBe('cancelled')
  })

  it('issue 17 a mail that is sent on with Resent fields, and one whose real recipients no field names', async () => {
    await rig.rule()
    const resent = raw('again', `Resent-From: ${weiAddress}`, 'Resent-To: else@other.test', '', 'x')
    expect(await submit(resent, ['else@other.test'])).toBeGreaterThan(0)
    const inside = `From: ${weiAddress}\nTo: emma@example.test\nSubject: blind\n\nx`
    expect(await submit(inside, ['emma@example.test', 'peer@other.test'])).toBeGreaterThan(0)
    expect(await submit(inside, ['emma@example.test'])).toBe(0)
  })

  it('issue 17 a forward that goes by itself, and one by a rule', async () => {
    await rig.rule()
    const arrived = async (subject: string) => {
      const before = await rig.newest()
      await deliver(rig.server, weiAddress, { from: 'a@else.test', to: weiAddress, subject })
      return eventually(
        () => rig.newest(),
        (id) => id > before,
      )
    }
    const forward = { enabled: true, forwardTo: ['home@other.test'], keepOriginal: true }
    await rig.wei.get(rules.saveForward, { body: forward })
    const first = await arrived('by setting')
    await rig.wei.get(rules.saveForward, { body: { enabled: 0, forwardTo: [] } })
    await rig.wei.get(rules.save, {
      body: {
        name: 'on',
        match: 'all',
        conditions: [{ field: 'subject', operator: 'contains', value: 'by rule' }],
        action: { forwardTo: ['home@other.test'] },
      },
    })
    const second = await arrived('by rule')
    expect(rig.sink.mails).toEqual([])
    await approve(second)
    await hasLeft(rig, second)
    await rig.li.get(approval.reject, { body: { approvalIds: [first], opinion } })
    expect(rig.sink.mails).toHaveLength(1)
  })

  it('issue 17 a resend goes to those it was approved for, and a rejected mail is not resent', async () => {
    await rig.rule()
    const id = await rig.send()
    if (id === null) throw new Error('not held')
    const { mailId } = await rig.wei.get(approval.detail, { query: { approvalId: id } })
    expect(await rig.wei.call(compose.resend, { body: { mailId } })).toMatchObject({ status: 409 })
    await rig.li.get(approval.reject, { body: { approvalIds: [id], opinion } })
    expect(await rig.wei.call(compose.resend, { body: { mailId } })).toMatchObject({ status: 409 })
    expect(await rig.wei.call(compose.cancel, { body: { mailId } })).toMatchObject({ status: 409 })
    expect(rig.sink.mails).toEqual([])
  })

  it('issue 17 a rule that changes or goes meanwhile frees no held mail; a send that is repeated makes no second', async () => {
    await rig.rule()
    const body = mailBody({ mailSubject: 'held fast' })
    const first = await rig.wei.get(compose.send, { body })
    await rig.noRules()
    expect(await rig.wei.get(compose.send, { body })).toMatchObject(first)
    const id = await rig.newest()
    expect(await submissionOf(rig, id)).toBe('awaiting-approval')
    await approve(id)
    await hasLeft(rig, id)
    expect(rig.sink.mails).toHaveLength(1)
  })
})

describe('who and how many', () => {
  it('issue 17 hidden recipients count, and two addresses of one mailbox are one', async () => {
    await rig.rule({ recipients: 'any', recipientsOver: 2 })
    const to = { mailTo: ['emma@example.test'], mailCc: ['e@example.test'] }
    expect(await rig.send({ ...to, mailBcc: ['bob@example.test'] })).toBeNull()
    expect(await rig.send({ ...to, mailBcc: ['bob@example.test', liAddress] })).not.toBeNull()
  })

  it('issue 17 a mail group counts as those behind it, each once, and is outside where one of them is', async () => {
    const { server, send } = rig
    const boss = await signInAdmin(server)
    const address = 'buyers@example.test'
    // With its maker they are three.
    const member = ['emma@example.test', 'bob@example.test']
    await newGroup(boss, { address }, { member })
    const group = { mailTo: [address], mailCc: ['e@example.test'] }
    await rig.rule({ recipients: 'any', recipientsOver: 3 })
    expect(await send(group)).toBeNull()
    await rig.rule({ recipients: 'any', recipientsOver: 2 })
    expect(await send(group)).not.toBeNull()
    await rig.rule()
    expect(await send(group)).toBeNull()
    const mixed = 'mixed@example.test'
    await newGroup(boss, { address: mixed }, { member: [...member, 'partner@other.test'] })
    const id = await send({ mailTo: [mixed] })
    const { reasons } = await rig.wei.get(approval.detail, { query: { approvalId: id ?? 0 } })
    expect(reasons).toMatchObject([{ kind: 'outside', value: 'partner@other.test' }])
    expect(rig.sink.mails).toEqual([])
    await approve(id ?? 0)
    expect(await rig.sink.received(1)).toHaveLength(1)
  })

  it('issue 17 by sender, department, domain, size and kind of file, with those who are exempt', async () => {
    const { server, send } = rig
    const inside = { mailTo: ['emma@example.test'] }
    await rig.rule({ recipients: 'any', senders: ['wei@example.test'] })
    expect(await send(inside)).not.toBeNull()
    expect(await send(inside, rig.bob)).toBeNull()
    await rig.rule({ recipients: 'any', exempt: [weiAddress] })
    expect(await send(inside)).toBeNull()
    const id = (await server.app.directory.organisation())?.id as OrganisationId
    const sales = await server.app.directory.createDepartment({
      organisationId: id,
      name: '销售部',
      sort: 0,
    })
    const north = await server.app.directory.createDepartment({
      organisationId: id,
      name: '华北',
      sort: 0,
      parentId: sales,
    })
    await server.app.database.run(
      sql`UPDATE users SET department_id = ${north} WHERE name = '张伟'`,
    )
    await rig.rule({ recipients: 'any', departments: [sales] })
    expect(await send(inside)).not.toBeNull()
    expect(await send(inside, rig.bob)).toBeNull()
    await rig.rule({ recipients: 'any', domains: ['other.test'] })
    expect(await send(inside)).toBeNull()
    expect(await send()).not.toBeNull()
    await rig.rule({ sizeOver: 20_000 })
    expect(await send()).toBeNull()
    expect(await send({ html: 'word '.repeat(8_000) })).not.toBeNull()
    await rig.rule({ files: ['zip', 'xlsx'] })
    expect(await send()).toBeNull()
    expect(await send({ fileIds: [await file('a.txt', 'x')] })).toBeNull()
    expect(
      await send({ fileIds: [await file('a.zip', await zip({ 'a.txt': 'x' }))] }),
    ).not.toBeNull()
    const sevenZip = Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4]).toString('latin1')
    expect(await send({ fileIds: [await file('prices.xlsx. ', 'x')] })).not.toBeNull()
    expect(await send({ fileIds: [await file('prices.7z', sevenZip)] })).not.toBeNull()
  })

  it('issue 17 a file that is too long to be read to its end counts as not read', async () => {
    const { send } = rig
    await secret()
    const long = `${'word '.repeat(30_000)} top secret`
    expect(await send({ fileIds: [await file('long.txt', long)] })).not.toBeNull()
    const html = `<p>${'<i></i>'.repeat(200_000)} top secret</p>`
    expect(await send({ fileIds: [await file('long.html', html)] })).not.toBeNull()
    expect(await send({ fileIds: [await file('short.txt', 'word '.repeat(500))] })).toBeNull()
  })

  it('issue 17 text of a program behind much else, or in a part with an empty name', async () => {
    await secret()
    const type = (of: string) => `Content-Type: ${of}`
    const long = Array.from({ length: 10_000 }, () => 'word word word word word word word').join(
      '\n',
    )
    const html = raw('long', type('text/html'), '', `<p>${long}`, '<p>top secret')
    expect(await submit(html, ['peer@other.test'])).toBeGreaterThan(0)
    const nameless = ['Content-Disposition: attachment; filename=""', '', 'top secret']
    const text = raw('nameless', type('text/plain'), ...nameless)
    expect(await submit(text, ['peer@other.test'])).toBeGreaterThan(0)
  })

  it('issue 17 a file by another name says what it says', async () => {
    const { send } = rig
    await secret()
    expect(await send({ fileIds: [await file('notes.xyz', 'nothing to see')] })).toBeNull()
    expect(await send({ fileIds: [await file('notes.xyz', 'this is top secret')] })).not.toBeNull()
    for (const name of ['notes.zip', 'winmail.dat', 'notes.eml', 'notes.jpg'])
      expect([name, await send({ fileIds: [await file(name, 'this is top secret')] })]).not.toEqual(
        [name, null],
      )
    const gzip = Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.alloc(20)])
    expect(await send({ fileIds: [await file('notes.bin', gzip)] })).not.toBeNull()
    const zipped = await zip({ 'a.txt': 'top secret' })
    expect(await send({ fileIds: [await file('notes.docx', zipped)] })).not.toBeNull()
    expect(await send({ fileIds: [await file('notes.xlsx', gzip)] })).not.toBeNull()
    expect(await send({ fileIds: [await file('data.bin', Buffer.alloc(50))] })).toBeNull()
  })
})

async function file(name: string, content: string | Buffer): Promise<number> {
  const bytes = typeof content === 'string' ? content : new Uint8Array(content)
  const { data } = await rig.wei.upload(compose.upload, new File([bytes], name))
  return data.fileId
}

async function zip(files: Record<string, string | Buffer>): Promise<Buffer> {
  const all = new ZipFile()
  for (const [name, content] of Object.entries(files)) all.addBuffer(Buffer.from(content), name)
  all.end()
  const parts: Buffer[] = []
  for await (const part of all.outputStream) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

describe('what it says', () => {
  it.each([
    ['in the subject', { mailSubject: '关于机密的事' }],
    ['in the text', { html: '<p>这是机密文件</p>' }],
    ['split by tags', { html: '<p>机<b></b><span>密</span></p><p>to<i>p</i> sec<b>r</b>et</p>' }],
    ['split by spaces and signs', { html: '<p>机 · 密</p>' }],
    ['with what nobody sees in it', { html: '<p>机\u200b\u00ad密</p>' }],
    ['in full-width letters', { html: '<p>ＴＯＰ　Ｓｅｃｒｅｔ</p>' }],
    ['where it is not shown', { html: '<p style="display:none">机密</p><p>x</p>' }],
  ])('issue 17 words %s', async (_, over) => {
    await secret()
    const id = await rig.send(over)
    expect(id).not.toBeNull()
    const { reasons } = await rig.wei.get(approval.detail, { query: { approvalId: id ?? 0 } })
    expect(reasons.map(({ kind }) => kind)).toContain('word')
  })

  it('issue 17 other words do not hold, nor part of an English one', async () => {
    await secret({ words: ['机密', 'secret'] })
    expect(await rig.send({ html: '<p>机关 保密 secretary</p>' })).toBeNull()
  })

  it('issue 17 words in attachments: a text, one in a zip, in a zip in a zip, in a mail, and in its name', async () => {
    await secret()
    const eml =
      'From: a@b.test\r\nSubject: x\r\nContent-Type: text/html\r\n\r\n<p>机<b>密</b></p>\r\n'
    const inner = await zip({ 'deep.txt': 'top secret' })
    const files: [string, string | Buffer][] = [
      ['plain.txt', '机密'],
      ['packed.zip', await zip({ 'inside.txt': '机密' })],
      ['twice.zip', await zip({ 'inner.zip': inner })],
      ['mail.eml', Buffer.from(eml)],
      ['mail.zip', await zip({ 'x.eml': eml })],
      ['机密.png', 'x'],
    ]
    for (const [name, content] of files)
      expect(await rig.send({ fileIds: [await file(name, content)] }), name).not.toBeNull()
    expect(await rig.send({ fileIds: [await file('plain.txt', 'nothing')] })).toBeNull()
  })

  it('issue 17 what cannot be read is held for that, and it is said: a locked archive, S/MIME', async () => {
    await secret()
    const locked = await zip({ 'a.txt': 'x'.repeat(100) })
    // The bit that says encrypted, in both headers.
    locked.writeUInt16LE(locked.readUInt16LE(6) | 1, 6)
    const directory = locked.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
    locked.writeUInt16LE(locked.readUInt16LE(directory + 8) | 1, directory + 8)
    const id = await rig.send({ fileIds: [await file('locked.zip', locked)] })
    const { reasons } = await rig.wei.get(approval.detail, { query: { approvalId: id ?? 0 } })
    expect(reasons.map(({ kind }) => kind)).toContain('unreadable')
    const type = 'Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m'
    const encrypted = ['MIME-Version: 1.0', type, 'Content-Transfer-Encoding: base64', '', 'MIIB']
    const smime = await submit(raw('sealed', ...encrypted), ['peer@other.test'])
    const seen = await rig.li.get(approval.detail, { query: { approvalId: smime } })
    expect(seen).toMatchObject({ encrypted: true })
    expect(seen.reasons.map(({ kind }) => kind)).toEqual(['outside', 'unreadable'])
    // To colleagues the rule does not apply, whatever it says.
    expect(await submit(raw('sealed', ...encrypted), ['emma@example.test'])).toBe(0)
  })

  it('issue 17 numbers of persons, cards and phones by their check digits, in groups too; passwords and keys as the assistant finds them', async () => {
    const found = async (html: string): Promise<string[]> => {
      const id = await rig.send({ html })
      if (id === null) return []
      const { reasons } = await rig.wei.get(approval.detail, { query: { approvalId: id } })
      return reasons.filter(({ kind }) => kind === 'pattern').map(({ value }) => value)
    }
    await rig.rule({ patterns: [...approvalPatterns] })
    expect(await found('<p>11010519491231002X</p>')).toEqual(['id-card'])
    expect(await found('<p>110105 1949 1231 002x</p>')).toEqual(['id-card'])
    expect(await found('<p>4111-1111-1111-1112</p>')).toEqual([])
    expect(await found('<p>4111-1111-1111-1111</p>')).toEqual(['bank-card'])
    expect(await found('<p>１３８ ００１３ ８０００</p>')).toEqual(['phone'])
    expect(await found('<p>110105194912310021 4111111111111112 12345678901 20260101</p>')).toEqual(
      [],
    )
    await rig.rule({ patterns: ['secret'] })
    expect(await found('<p>服务器密码：hunter2-Blau</p>')).toEqual(['secret'])
    expect(await found('<p>AKIA<b>IOSFODNN7</b>EXAMPLE</p>')).toEqual(['secret'])
    expect(await found('<p>您的验证码 482913</p>')).toEqual(['secret'])
    expect(await found('<p>The password policy is on the intranet, see page 482913</p>')).toEqual(
      [],
    )
    const key = `-----BEGIN PRIVATE KEY-----\n${'QUJD'.repeat(12)}\n-----END PRIVATE KEY-----`
    expect(await rig.send({ fileIds: [await file('id.txt', key)] })).not.toBeNull()
    await rig.rule({ patterns: ['phone'], finds: 3 })
    expect(await found('<p>13800138000 13900139000</p>')).toEqual([])
    expect(await found('<p>13800138000, 13900139000, 13700137000</p>')).toEqual(['phone'])
  })

  it('issue 17 own lists, and a rule that is tried on mail of before shows none of it', async () => {
    await rig.saveList({ name: '项目', words: ['飞鸿'] })
    await rig.rule({ lists: ['项目'] })
    expect(await rig.send({ html: '<p>飞鸿计划</p>' })).not.toBeNull()
    await rig.noRules()
    expect(await rig.send({ html: '<p>飞鸿计划</p>' })).toBeNull()
    // Each mail has room in memory while it is looked at: held to the end of the call, five hundred of them would be all there is.
    const held = vi.spyOn(bytesInMemory(), 'hold')
    const tried = await rig.tryRule({ lists: ['项目'] })
    expect(held).not.toHaveBeenCalled()
    held.mockRestore()
    expect(tried.found).toBeGreaterThan(0)
    expect(tried.reasons).toContainEqual({
      kind: 'word',
      value: '飞鸿',
      place: 'body',
      count: 2,
    })
  })
})
