import { approval } from '@hongyan/contract/approval'
import { compose } from '@hongyan/contract/compose'
import { messages } from '@hongyan/contract/messages'
import { rules } from '@hongyan/contract/rules'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import {
  type ApprovalRig,
  hasLeft,
  liAddress,
  type RuleInput,
  startApprovalRig,
  zhaoAddress,
} from '../../testing/approval-rig.ts'
import { deliver } from '../../testing/builders.ts'
import { freshSink, weiAddress } from '../../testing/colleagues.ts'
import { eventually, listFolder, mailBody } from '../../testing/compose-helpers.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { programCode } from '../../testing/imap-client.ts'
import { addTo, newGroup, signInAdmin } from '../../testing/mail-groups.ts'
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

const outside = 'peer@other.test'
const only = (over: RuleInput) => rig.rule({ levels: [], ...over })

/** What a program hears at the end of its data. */
async function submit(recipients: string[], subject = 'by program', ...rest: string[]) {
  const line = await submissionIn(rig.server, { address: weiAddress, code })
  await line.command(`MAIL FROM:<${weiAddress}>`)
  for (const to of recipients) await line.command(`RCPT TO:<${to}>`)
  await line.command('DATA')
  const fields = [`From: ${weiAddress}`, `To: ${outside}`, `Subject: ${subject}`]
  const text = [...fields, ...(rest.length > 0 ? rest : ['', 'Hello']), '.']
  const answer = await line.command(text.join('\r\n'))
  await line.quit()
  return answer
}

const events = async () => {
  const id = (await rig.server.app.directory.organisation())?.id as OrganisationId
  return rig.server.app.approval.rules.events(id, { before: null, keyword: '', limit: 50 })
}

const arrivedAt = (client: ApprovalRig['wei'], subject: string) =>
  eventually(
    async () => (await listFolder(client, 'inbox')).list,
    (list) => list.some((one) => one.mailSubject.includes(subject)),
  )

describe('what a rule asks of who writes', () => {
  it('issue 17 a mail that a rule warns of leaves once its writer has confirmed that very mail', async () => {
    await only({ name: '提醒', action: 'warn', text: '请再看一眼' })
    const body = mailBody({ mailSubject: 'warned' })
    expect(await rig.wei.call(compose.send, { body })).toMatchObject({ error: 'policy.warn' })
    const { sendKey } = body
    const question = await rig.wei.get(approval.question, { query: { sendKey } })
    expect(question).toMatchObject({ action: 'warn', ruleName: '提醒', text: '请再看一眼' })
    expect(question.reasons).toMatchObject([{ kind: 'outside', value: outside }])
    // Nobody else answers for its writer.
    const answer = { sendKey, ruleId: question.ruleId }
    expect((await rig.emma.call(approval.answer, { body: answer })).error).toBe('item.not-found')
    await rig.wei.get(approval.answer, { body: answer })
    const other = { ...body, mailTo: ['else@other.test'] }
    expect((await rig.wei.call(compose.send, { body: other })).error).toBe('policy.warn')
    await rig.wei.get(approval.answer, { body: answer })
    await rig.wei.get(compose.send, { body: other })
    expect(await rig.sink.received(1)).toHaveLength(1)
    expect((await events())[0]).toMatchObject({ outcome: 'confirmed', who: weiAddress, note: '' })
  })

  it('issue 17 a reason is wanted, is kept, and an empty one is none', async () => {
    await only({ name: '理由', action: 'justify' })
    const body = mailBody({ mailSubject: 'justified' })
    expect((await rig.wei.call(compose.send, { body })).error).toBe('policy.justify')
    const { sendKey } = body
    const { ruleId } = await rig.wei.get(approval.question, { query: { sendKey } })
    const empty = await rig.wei.call(approval.answer, { body: { sendKey, ruleId, reason: '  ' } })
    expect(empty.error).toBe('policy.no-reason')
    await rig.wei.get(approval.answer, { body: { sendKey, ruleId, reason: '客户要求' } })
    await rig.wei.get(compose.send, { body })
    expect(await rig.sink.received(1)).toHaveLength(1)
    expect((await events())[0]).toMatchObject({ outcome: 'justified', note: '客户要求' })
  })

  it('issue 17 behind an answer the next rule is asked, and a refusal comes before any question', async () => {
    await only({ name: 'first', action: 'warn' })
    await rig.addRule({ name: 'second', action: 'justify', levels: [] })
    await rig.addRule({ name: 'third' })
    const body = mailBody({ mailSubject: 'three rules' })
    const { sendKey } = body
    for (const name of ['policy.warn', 'policy.justify']) {
      expect((await rig.wei.call(compose.send, { body })).error).toBe(name)
      const { ruleId } = await rig.wei.get(approval.question, { query: { sendKey } })
      await rig.wei.get(approval.answer, { body: { sendKey, ruleId, reason: 'because' } })
    }
    expect((await rig.wei.get(compose.send, { body })).state).toBe('awaiting-approval')
    await rig.noRules()
    await only({ name: 'ask', action: 'warn' })
    await rig.addRule({ name: 'never', action: 'block', levels: [] })
    expect((await rig.wei.call(compose.send, { body: mailBody({}) })).error).toBe('policy.blocked')
  })

  it('issue 17 the quick reply is asked too; programs, forwards and answers cannot be, and do not leave', async () => {
    await deliver(rig.server, weiAddress, { from: outside, to: weiAddress, subject: 'ask me' })
    const { list } = await listFolder(rig.wei, 'inbox')
    const mailId = list.find((one) => one.mailSubject === 'ask me')?.mailId ?? 0
    await only({ name: 'Careful', action: 'warn' })
    const sendKey = crypto.randomUUID()
    const body = { type: 'reply' as const, mailId, fasthuifuContent: '好', sendKey }
    expect((await rig.wei.call(compose.quickSend, { body })).error).toBe('policy.warn')
    const { ruleId } = await rig.wei.get(approval.question, { query: { sendKey } })
    await rig.wei.get(approval.answer, { body: { sendKey, ruleId } })
    await rig.wei.get(compose.quickSend, { body })
    expect(await rig.sink.received(1)).toHaveLength(1)
    const warned = await submit([outside])
    expect(warned.code).toBe(554)
    expect(warned.text).toContain('Careful')
    expect(warned.text).toContain('webmail')
    const forward = { enabled: true, forwardTo: ['home@other.test'], keepOriginal: false }
    await rig.wei.get(rules.saveForward, { body: forward })
    await deliver(rig.server, weiAddress, { from: 'a@else.test', to: weiAddress, subject: 'stays' })
    // It is kept where it came, for it went nowhere.
    await arrivedAt(rig.wei, 'stays')
    await rig.wei.get(rules.saveForward, { body: { enabled: 0, forwardTo: [] } })
    expect(rig.sink.mails).toHaveLength(1)
  })
})

describe('what a rule does by itself', () => {
  it('issue 17 a mail that is blocked leaves by no door, and its writer reads why', async () => {
    await only({ name: 'No leaks', action: 'block', text: '请走正式渠道' })
    const browser = await rig.wei.call(compose.send, { body: mailBody({}) })
    expect(browser).toMatchObject({ status: 403, error: 'policy.blocked' })
    expect(browser.message).toContain('No leaks')
    expect(browser.message).toContain('请走正式渠道')
    const later = new Date(rig.clock.now().getTime() + 3_600_000).toISOString()
    const scheduled = mailBody({ scheduledTime: later })
    expect((await rig.wei.call(compose.send, { body: scheduled })).error).toBe('policy.blocked')
    const program = await submit([outside])
    expect(program.code).toBe(550)
    expect(program.text).toMatch(/^[\x20-\x7e\r\n]*$/)
    expect((await submit(['emma@example.test'])).code).toBe(250)
    expect(rig.sink.mails).toEqual([])
    const refused = (await events()).filter(({ ruleName }) => ruleName === 'No leaks')
    expect(refused.map(({ outcome }) => outcome)).toEqual(['blocked', 'blocked', 'blocked'])
  })

  it('issue 17 those outside are removed, from the mail too, and its writer is told; with nobody left it is refused', async () => {
    await only({ name: '内部', action: 'strip' })
    const alone = await rig.wei.call(compose.send, { body: mailBody({}) })
    expect(alone.error).toBe('policy.nobody-left')
    const to = { mailTo: ['emma@example.test', `Peer <${outside}>`], mailBcc: ['x@other.test'] }
    const body = mailBody({ ...to, mailSubject: 'stripped' })
    const { mailId } = await rig.wei.get(compose.send, { body })
    await arrivedAt(rig.emma, 'stripped')
    const { mailTo, mailBcc } = await rig.wei.get(messages.detail, { query: { mailId } })
    expect(mailTo.map(({ address }) => address)).toEqual(['emma@example.test'])
    expect(mailBcc).toEqual([])
    await arrivedAt(rig.wei, '已移除外部收件人：stripped')
    expect((await submit(['emma@example.test', outside], 'stripped 2')).code).toBe(250)
    await arrivedAt(rig.emma, 'stripped 2')
    await arrivedAt(rig.wei, '已移除外部收件人：stripped 2')
    expect(rig.sink.mails).toEqual([])
  })

  it('issue 17 a supervisor gets a copy with the mail in it, and the mail leaves', async () => {
    await only({ name: '抄送', action: 'copy', copyTo: [liAddress] })
    await rig.wei.get(compose.send, { body: mailBody({ mailSubject: 'copied' }) })
    expect(await rig.sink.received(1)).toHaveLength(1)
    const list = await arrivedAt(rig.li, '外发邮件副本：copied')
    const copy = list.find((one) => one.mailSubject.includes('copied'))
    expect(copy?.hasAttachment).toBe(true)
  })

  it('issue 17 what must be encrypted leaves only as a CMS object, and no other mail that says so', async () => {
    await only({ name: 'Sealed', action: 'encrypt' })
    expect((await rig.wei.call(compose.send, { body: mailBody({}) })).error).toBe('policy.encrypt')
    const type = 'Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m'
    const smime = (bytes: Buffer) => [
      ...['MIME-Version: 1.0', type, 'Content-Transfer-Encoding: base64', ''],
      bytes.toString('base64'),
    ]
    const plain = await submit([outside], 'not sealed', ...smime(Buffer.from('top secret')))
    expect(plain.code).toBe(550)
    const cms = Buffer.from('308006092a864886f70d010703a0800000', 'hex')
    expect((await submit([outside], 'sealed', ...smime(cms))).code).toBe(250)
    expect(await rig.sink.received(1)).toHaveLength(1)
  })
})

describe('who and where', () => {
  it('issue 17 a department keeps its rule when it is renamed, and the head of the department approves', async () => {
    const { directory, database } = rig.server.app
    const organisationId = (await directory.organisation())?.id as OrganisationId
    const sales = await directory.createDepartment({ organisationId, name: 'Sales', sort: 0 })
    const north = await directory.createDepartment({
      organisationId,
      name: 'North',
      sort: 0,
      parentId: sales,
    })
    await database.run(sql`UPDATE users SET department_id = ${north} WHERE name = '张伟'`)
    await database.run(sql`
      UPDATE users SET is_admin = true, console_role = 'department', console_department = ${sales} WHERE name = '赵总'`)
    await rig.rule({ departments: [sales], levels: [{ head: true }, { approvers: [liAddress] }] })
    await database.run(sql`UPDATE departments SET name = 'Markets' WHERE id = ${sales}`)
    const id = await rig.send()
    const detail = await rig.zhao.get(approval.detail, { query: { approvalId: id ?? 0 } })
    expect(detail.chain.map(({ approvers }) => approvers.map(({ address }) => address))).toEqual([
      [zhaoAddress],
      [liAddress],
    ])
    expect(detail.reasons[0]).toMatchObject({ kind: 'department', value: 'Markets' })
    expect(await rig.send({}, rig.bob)).toBeNull()
    await database.run(sql`UPDATE users SET department_id = NULL WHERE name = '张伟'`)
  })

  it('issue 17 words are looked for where the rule says', async () => {
    await rig.rule({ words: ['飞鸿'], places: ['subject'] })
    expect(await rig.send({ html: '<p>飞鸿</p>' })).toBeNull()
    expect(await rig.send({ mailSubject: '飞鸿计划' })).not.toBeNull()
  })

  it('issue 17 rules are asked in their order, which can be changed; the first that approves or blocks ends the list', async () => {
    const first = await rig.addRule({ name: 'to Li' })
    const second = await rig.addRule({ name: 'to Zhao', levels: [{ approvers: [zhaoAddress] }] })
    const ruleOf = async () => {
      const id = await rig.send()
      return (await rig.wei.get(approval.detail, { query: { approvalId: id ?? 0 } })).ruleName
    }
    expect(await ruleOf()).toBe('to Li')
    const organisation = (await rig.server.app.directory.organisation())?.id as OrganisationId
    const { order } = rig.server.app.approval.rules
    await order(organisation, [second, first])
    expect(await ruleOf()).toBe('to Zhao')
    await expect(order(organisation, [first])).rejects.toMatchObject({ code: 'item.not-found' })
    await expect(order(organisation, [first, first])).rejects.toMatchObject({
      code: 'item.not-found',
    })
  })
})

describe('groups that change behind the gate', () => {
  let boss: HttpClient

  beforeAll(async () => {
    boss = await signInAdmin(rig.server)
  })

  const gotOutside = () => rig.sink.mails.flatMap(({ recipients }) => recipients).toSorted()

  it('issue 17 who comes into a group from outside after the gate has looked gets nothing of that mail', async () => {
    const address = 'team@example.test'
    const member = ['emma@example.test', 'in@other.test']
    const groupId = await newGroup(boss, { address }, { member })
    const add = (one: string) => addTo(boss, { groupId, type: 'member', addresses: [one] })
    await rig.rule()
    const id = (await rig.send({ mailTo: [address], mailSubject: 'to the team' })) ?? 0
    await add('late@other.test')
    await rig.li.get(approval.approve, { body: { approvalIds: [id], opinion: 'ok' } })
    await hasLeft(rig, id)
    await arrivedAt(rig.emma, 'to the team')
    await eventually(
      async () => gotOutside(),
      (all) => all.length > 0,
    )
    expect(gotOutside()).toEqual(['in@other.test'])
    // A mail that no rule applied to is bound as well: that is why nobody approved it.
    await rig.rule({ recipientsOver: 100 })
    freshSink(rig.sink)
    const later = new Date(rig.clock.now().getTime() + 3_600_000).toISOString()
    await rig.wei.get(compose.send, {
      body: mailBody({ mailTo: [address], mailSubject: 'later', scheduledTime: later }),
    })
    await add('later@other.test')
    rig.clock.advance(3_601_000)
    await arrivedAt(rig.emma, 'later')
    await eventually(
      async () => gotOutside(),
      (all) => all.length > 1,
    )
    expect(gotOutside()).toEqual(['in@other.test', 'late@other.test'])
  })

  it('issue 17 a group of more than 20,000 is looked at to its last member', async () => {
    const address = 'everybody@example.test'
    const groupId = await newGroup(boss, { address }, { member: ['zz@last.test'] })
    await rig.server.app.database.run(sql`
      INSERT INTO mail_group_members (group_id, type, address, name)
      SELECT ${groupId}, 'member', 'm' || n || '@big.test', '' FROM generate_series(1, 20001) AS n`)
    await rig.rule({ domains: ['last.test'], recipientsOver: 10_000 })
    const id = await rig.send({ mailTo: [address], mailSubject: 'to everybody' })
    expect(id).not.toBeNull()
    await rig.wei.get(approval.withdraw, { body: { approvalIds: [id ?? 0] } })
  })

  it('issue 17 a rule that removes those outside takes them from a group as well', async () => {
    const address = 'mixed-team@example.test'
    await newGroup(boss, { address }, { member: ['emma@example.test', outside] })
    await only({ name: 'inside only', action: 'strip' })
    await rig.wei.get(compose.send, {
      body: mailBody({ mailTo: [address], mailSubject: 'mixed team' }),
    })
    await arrivedAt(rig.emma, 'mixed team')
    await arrivedAt(rig.wei, '已移除外部收件人：mixed team')
    expect(rig.sink.mails).toEqual([])
  })
})
