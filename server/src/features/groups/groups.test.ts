import { compose } from '@hongyan/contract/compose'
import { groups } from '@hongyan/contract/groups'
import { messages } from '@hongyan/contract/messages'
import { rules } from '@hongyan/contract/rules'
import { settings } from '@hongyan/contract/settings'
import { getHeader } from '@hongyan/mime/headers'
import type { ARCData } from 'mailauth'
import { arc } from 'mailauth/lib/arc/index.js'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import {
  eventually,
  listFolder,
  mailBody,
  recipientsIn,
  signIn,
} from '../../testing/compose-helpers.ts'
import { dkimRecord } from '../../testing/dkim-record.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { addTo, newGroup, signInAdmin } from '../../testing/mail-groups.ts'
import { type RulesRig, ruleBody, startRulesRig } from '../../testing/rules-rig.ts'
import { connectSmtp, type SmtpAnswer } from '../../testing/smtp-client.ts'

let rig: RulesRig
let boss: HttpClient
let lin: HttpClient
let sales: number
let north: number
let crowd: number

beforeAll(async () => {
  rig = await startRulesRig()
  boss = await signInAdmin(rig.server)
  const organisationId = (await rig.server.app.directory.organisation())?.id
  if (!organisationId) throw new Error('no organisation')
  const { directory } = rig.server.app
  sales = await directory.createDepartment({ organisationId, name: '市场部', sort: 1 })
  north = await directory.createDepartment({
    organisationId,
    name: '华北组',
    sort: 1,
    parentId: sales,
  })
  crowd = await directory.createDepartment({ organisationId, name: '全员', sort: 9 })
  await rig.server.addPerson({ address: 'lin@example.test', name: '林小雨', departmentId: north })
  await rig.server.addPerson({
    address: 'qian@example.test',
    name: '钱多多',
    departmentId: sales,
    duties: '会计',
  })
  lin = await signIn(rig.server, 'lin@example.test')
  for (const client of [boss, lin])
    await client.get(settings.changeSetting, { body: { key: 'undoSendSeconds', value: 0 } })
})

afterAll(() => rig.stop())

/** What a reader outside makes of the chain of ARC, by our key. */
async function chainOf(raw: Buffer): Promise<{ result: string | undefined; found: string | null }> {
  const key = await rig.server.app.directory.dkimKeyFor('example.test')
  const resolver = dkimRecord(key?.privateKey ?? '')
  const { arc: data } = await dkimVerify(raw, { resolver })
  const chain = await arc(data as ARCData, { resolver, strict: true })
  return { result: chain.status?.result, found: getHeader(raw, 'arc-authentication-results') }
}

const smtp = async (from: string, to: string | string[], data: string): Promise<SmtpAnswer> => {
  const line = await connectSmtp(rig.server.app.smtpPort() ?? 0)
  await line.hello('mx.other.test')
  const answer = await line.send({ from, to, data })
  await line.quit()
  return answer
}

const send = async (client: HttpClient, subject: string, over: object) => {
  const sent = await client.get(compose.send, { body: mailBody({ mailSubject: subject, ...over }) })
  await recipientsIn(client, sent.submissionId, 'delivered', 'relayed')
  return sent
}

/** How many copies of a mail lie in an inbox, once one does. */
const copies = async (client: HttpClient, subject: string) =>
  (await listFolder(client, 'inbox')).list.filter((one) => one.mailSubject === subject)
const arrives = (client: HttpClient, subject: string) =>
  eventually(
    () => copies(client, subject),
    (list) => list.length > 0,
    subject,
  )
const flags = async (client: HttpClient) => {
  const { adminMailgroupFlag, authMailgroupFlag } = await client.get(settings.index, { body: {} })
  return [adminMailgroupFlag, authMailgroupFlag]
}

describe('mail groups', () => {
  it('CONTACTS-06 CONTACTS-07 the flags show who manages a group and who may write to one', async () => {
    expect(await flags(rig.wei)).toEqual([0, 0])
    const groupId = await newGroup(
      boss,
      { address: 'flags@example.test', senders: 'authorised' },
      { manager: ['wei@example.test'], authorised: ['emma@example.test'] },
    )
    expect(await flags(rig.wei)).toEqual([1, 1])
    expect(await flags(rig.emma)).toEqual([0, 1])
    expect(await flags(lin)).toEqual([0, 0])
    const { list } = await rig.emma.get(groups.list, { query: { which: 'authorised' } })
    expect(list).toMatchObject([{ address: 'flags@example.test', maySend: true, mayManage: false }])
    expect((await rig.emma.get(groups.list, { query: { which: 'managed' } })).list).toEqual([])
    await boss.get(groups.remove, { body: { groupId } })
    expect(await flags(rig.wei)).toEqual([0, 0])
  })

  it('CONTACTS-08 members, managers and the authorised: who gets mail, who manages, who sends', async () => {
    const groupId = await newGroup(
      boss,
      { address: 'types@example.test', senders: 'authorised' },
      {
        member: ['lin@example.test'],
        manager: ['wei@example.test'],
        authorised: ['emma@example.test'],
      },
    )
    await send(rig.emma, 'to types', { mailTo: ['types@example.test'] })
    await arrives(lin, 'to types')
    await arrives(rig.wei, 'to types')
    expect(await copies(rig.emma, 'to types')).toEqual([])
    const { list } = await rig.wei.get(groups.members, { query: { groupId } })
    expect(list.map(({ name, type }) => `${name} ${type}`).sort()).toEqual([
      'Emma authorised',
      '张伟 manager',
      '林小雨 member',
      '陈总 manager',
    ])
    const ids = list.filter((one) => one.type === 'manager').map((one) => one.memberId)
    const gone = await rig.wei.call(groups.removeMembers, { body: { groupId, memberIds: ids } })
    expect(gone.error).toBe('group.last-manager')
    const outside = await boss.call(groups.saveMembers, {
      body: { groupId, type: 'manager', addresses: [{ address: 'x@other.test' }] },
    })
    expect(outside.error).toBe('group.person-only')
  })

  it('CONTACTS-09 a mail reaches departments, rules, groups inside and people outside, each person once', async () => {
    await newGroup(
      boss,
      { address: 'inner@example.test' },
      { member: ['wei@example.test', 'lin@example.test'] },
    )
    await newGroup(
      boss,
      {
        address: 'all@example.test',
        name: '全体',
        subjectPrefix: '[全体]',
        rule: { match: 'all', conditions: [{ field: 'duties', op: 'is', value: '会计' }] },
      },
      { member: ['inner@example.test', 'x@other.test'], departmentIds: [sales] },
    )
    const before = rig.sink.mails.length
    await send(rig.emma, '通知', {
      mailTo: ['all@example.test', 'wei@example.test'],
      mailBcc: ['inner@example.test'],
    })
    const qian = await signIn(rig.server, 'qian@example.test')
    await arrives(qian, '[全体] 通知')
    const [outside] = await eventually(
      async () => rig.sink.mails.slice(before),
      (mails) => mails.length > 0,
    )
    const raw = outside?.raw.toString() ?? ''
    expect(outside).toMatchObject({ from: 'all@example.test', recipients: ['x@other.test'] })
    expect(raw).toMatch(/^DKIM-Signature:/)
    expect(raw).toMatch(/^List-Id: .*<all\.example\.test>\r$/m)
    expect(raw).toMatch(/^List-Post: <mailto:all@example\.test>\r$/m)
    expect(raw).toMatch(/^List-Unsubscribe: <mailto:all@example\.test\?subject=unsubscribe>\r$/m)
    expect(raw).toMatch(/^Precedence: list\r$/m)
    expect(raw).toMatch(/^From: .*emma@example\.test/m)
    expect(raw).not.toMatch(/inner@|lin@|qian@|^Bcc:/m)
    // By name, and by no group besides.
    expect(await copies(rig.wei, '通知')).toHaveLength(1)
    expect(await copies(rig.wei, '[全体] 通知')).toHaveLength(0)
    // In both groups: by whichever came first.
    const both = async () => [...(await copies(lin, '[全体] 通知')), ...(await copies(lin, '通知'))]
    expect(await eventually(both, (list) => list.length > 0)).toHaveLength(1)
    const { list } = await boss.get(groups.list, { query: { which: 'managed' } })
    expect(list.find((one) => one.address === 'all@example.test')?.memberCount).toBe(5)
  })

  it('CONTACTS-09 mail from outside is passed on as what it is, and never answered by who is away', async () => {
    await newGroup(
      boss,
      { address: 'open@example.test', senders: 'anyone' },
      { member: ['wei@example.test', 'far@other.test'] },
    )
    await rig.wei.get(rules.saveReply, { body: { enabled: true, content: '我在休假' } })
    const before = rig.sink.mails.length
    const data = (from: string, subject: string) =>
      `From: ${from}\r\nTo: open@example.test\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@x.test>\r\n\r\nhello\r\n`
    expect(
      (await smtp('peer@other.test', 'open@example.test', data('peer@other.test', 'from-outside')))
        .code,
    ).toBe(250)
    const [copy] = await arrives(rig.wei, 'from-outside')
    const detail = await rig.wei.get(messages.detail, { query: { mailId: copy?.mailId ?? 0 } })
    expect(JSON.stringify(detail)).toContain('other.test')
    const [passed] = await eventually(
      async () => rig.sink.mails.slice(before),
      (mails) => mails.length > 0,
    )
    expect(passed).toMatchObject({ from: 'open@example.test', recipients: ['far@other.test'] })
    // Not ours: nothing of us vouches for it, but what we found is sealed in front of it (RFC 8617).
    expect(passed?.raw.toString()).not.toMatch(/^DKIM-Signature:/m)
    expect(passed?.raw.toString()).toMatch(/^ARC-Seal: i=1;/)
    expect(await chainOf(passed?.raw ?? Buffer.alloc(0))).toEqual({
      result: 'pass',
      found: expect.stringMatching(
        /^i=1; \S+; spf=\w+(?: smtp\.mailfrom=\S+)?; dkim=none; dmarc=\w+; arc=none$/,
      ),
    })
    // Its own mail coming back ends here.
    const again = await smtp('far@other.test', 'open@example.test', passed?.raw.toString() ?? '')
    expect(again.text).toMatch(/^554 5\.4\.6/)
    // A report about it goes to nobody.
    expect(
      (await smtp('', 'open@example.test', data('mailer-daemon@other.test', 'a-bounce'))).code,
    ).toBe(250)
    await send(rig.emma, 'after the bounce', { mailTo: ['open@example.test'] })
    await arrives(rig.wei, 'after the bounce')
    expect(await copies(rig.wei, 'a-bounce')).toEqual([])
    expect(rig.sink.mails.slice(before).every((mail) => mail.from === 'open@example.test')).toBe(
      true,
    )
    await rig.wei.get(rules.saveReply, { body: { enabled: false, content: '' } })
  })

  it('CONTACTS-10 refuses at every door who may not write: RCPT, composer, a forged name', async () => {
    await newGroup(
      boss,
      { address: 'closed@example.test', name: '内部', senders: 'members' },
      { member: ['wei@example.test', 'far@other.test'] },
    )
    const body = mailBody({ mailTo: ['closed@example.test'], mailSubject: 'refused' })
    const refused = await rig.emma.call(compose.send, { body })
    expect(refused).toMatchObject({ status: 403, error: 'group.may-not-send' })
    expect(refused.message).toContain('内部')
    const data = 'From: stranger@other.test\r\nSubject: refused\r\n\r\nx\r\n'
    const stranger = await smtp('stranger@other.test', 'closed@example.test', data)
    expect(stranger.text).toMatch(/^550 5\.7\.1 You are not allowed to write to this mail group/)
    const forged = 'From: wei@example.test\r\nSubject: refused\r\n\r\nx\r\n'
    expect((await smtp('wei@example.test', 'closed@example.test', forged)).code).toBe(550)
    expect((await smtp('far@other.test', 'closed@example.test', forged)).code).toBe(550)
    const member = 'From: far@other.test\r\nSubject: from a member\r\n\r\nx\r\n'
    expect((await smtp('far@other.test', 'closed@example.test', member)).code).toBe(250)
    await arrives(rig.wei, 'from a member')
    expect(await copies(rig.wei, 'refused')).toEqual([])
  })

  it('CONTACTS-10 the composer offers groups by pinyin, with how many they reach and whether one may write to them', async () => {
    await newGroup(
      boss,
      { address: 'caiwu@example.test', name: '财务通知', senders: 'members' },
      { member: ['wei@example.test', 'far@other.test'] },
    )
    const offered = async (client: HttpClient, keyword: string) =>
      (await client.get(compose.suggest, { query: { keyword } })).groups
    const group = { name: '财务通知', address: 'caiwu@example.test', memberCount: 3 }
    expect(await offered(rig.wei, 'cwtz')).toEqual([{ ...group, maySend: true }])
    expect(await offered(rig.emma, '财务')).toEqual([{ ...group, maySend: false }])
    const protectedMail = mailBody({
      mailTo: [group.address],
      authorisation: { readCount: 1, validDays: 1 },
    })
    const refused = await rig.wei.call(compose.send, { body: protectedMail })
    expect(refused.error).toBe('group.not-protected')
  })

  it('CONTACTS-10 only a manager or an administrator changes a group; nobody hears of another organisation’s', async () => {
    const groupId = await newGroup(
      boss,
      { address: 'rights@example.test' },
      { member: ['wei@example.test'] },
    )
    const body = { groupId, name: 'mine' }
    expect((await rig.wei.call(groups.save, { body })).error).toBe('group.not-manager')
    expect((await rig.wei.call(groups.remove, { body: { groupId } })).error).toBe(
      'group.not-manager',
    )
    expect((await rig.wei.call(groups.members, { query: { groupId } })).error).toBe(
      'group.not-manager',
    )
    expect(
      (await rig.wei.call(groups.save, { body: { name: 'x', address: 'x1@example.test' } })).error,
    ).toBe('group.not-manager')
    await addTo(boss, { groupId, type: 'manager', addresses: ['wei@example.test'] })
    expect((await rig.wei.call(groups.save, { body })).code).toBe(200)
    const taken = { name: 'x', address: 'zhangwei@example.test' }
    expect((await boss.call(groups.save, { body: taken })).error).toBe('group.address-taken')
    const elsewhere = { name: 'x', address: 'x@other.test' }
    expect((await boss.call(groups.save, { body: elsewhere })).error).toBe('group.bad-address')
    const nobody = {
      groupId,
      type: 'member' as const,
      addresses: [{ address: 'nobody@example.test' }],
    }
    expect((await boss.call(groups.saveMembers, { body: nobody })).error).toBe(
      'group.unknown-member',
    )
  })

  it('CONTACTS-08 what has no @ is nobody’s address: neither a member nor a group', async () => {
    const groupId = await newGroup(boss, { address: 'noat@example.test' })
    const body = { groupId, type: 'member' as const, addresses: [{ address: 'Nonsense' }] }
    const refused = await boss.call(groups.saveMembers, { body })
    expect([refused.error, refused.message]).toEqual([
      'group.unknown-member',
      expect.stringContaining('nonsense'),
    ])
    expect((await boss.get(groups.members, { query: { groupId } })).list).toHaveLength(1)
    for (const address of ['nonsense', 'example.test']) {
      const made = await boss.call(groups.save, { body: { name: 'x', address } })
      expect(made.error).toBe('group.bad-address')
    }
  })

  it('CONTACTS-08 groups lie in each other, and never in a circle', async () => {
    const outer = await newGroup(boss, { address: 'outer@example.test' })
    await newGroup(boss, { address: 'middle@example.test' }, { member: ['outer@example.test'] })
    const loop = await boss.call(groups.saveMembers, {
      body: { groupId: outer, type: 'member', addresses: [{ address: 'middle@example.test' }] },
    })
    expect(loop.error).toBe('group.loop')
    const self = await boss.call(groups.saveMembers, {
      body: { groupId: outer, type: 'member', addresses: [{ address: 'outer@example.test' }] },
    })
    expect(self.error).toBe('group.loop')
  })

  it('CONTACTS-09 a large group is passed on in pieces, and the mail itself has one recipient', async () => {
    const { database } = rig.server.app
    await database.run(sql`
      WITH made AS (
        INSERT INTO accounts (organisation_id, address, display_name)
        SELECT organisation_id, 'many' || n || '@example.test', 'Many' FROM departments, generate_series(1, 450) n
        WHERE id = ${crowd} RETURNING id, organisation_id, address)
      INSERT INTO users (organisation_id, account_id, department_id, name, password_hash)
      SELECT organisation_id, id, ${crowd}, 'Many', '' FROM made`)
    await newGroup(boss, { address: 'many@example.test' }, { departmentIds: [crowd] })
    const { submissionId } = await send(rig.emma, 'to many', { mailTo: ['many@example.test'] })
    const { recipients } = await rig.emma.get(compose.submission, { query: { submissionId } })
    expect(recipients.map((one) => one.address)).toEqual(['many@example.test'])
    const pieces = await eventually(
      () =>
        database.query(sql<{ n: number }>`
          SELECT count(*)::int AS n FROM submissions s JOIN submission_recipients r ON r.submission_id = s.id
          WHERE s.envelope_from = 'many@example.test' AND r.address LIKE 'many%@example.test'
          GROUP BY s.id ORDER BY s.id`),
      (list) => list.reduce((sum, { n }) => sum + n, 0) >= 450,
    )
    // The first has the manager besides.
    expect(pieces.map(({ n }) => n)).toEqual([199, 200, 51])
  })

  it('CONTACTS-09 the rules of each member decide about the own copy alone', async () => {
    const member = ['wei@example.test', 'emma@example.test', 'lin@example.test']
    await newGroup(boss, { address: 'own@example.test' }, { member })
    const conditions = [{ field: 'subject', operator: 'contains', value: 'by own rules' } as const]
    await rig.wei.get(rules.save, { body: ruleBody({ conditions, action: { star: true } }) })
    await rig.emma.get(rules.save, { body: ruleBody({ conditions, action: { reject: true } }) })
    await send(boss, 'by own rules', { mailTo: ['own@example.test'] })
    const states = await eventually(
      () =>
        rig.server.app.database.query(sql<{ address: string; state: string }>`
          SELECT r.address, r.state FROM submissions s JOIN submission_recipients r ON r.submission_id = s.id
          WHERE s.envelope_from = 'own@example.test' ORDER BY r.address`),
      (list) => list.length === 3 && list.every(({ state }) => state !== 'queued'),
    )
    expect(states.map(({ state }) => state)).toEqual(['bounced', 'delivered', 'delivered'])
    const copy = async (client: HttpClient) =>
      (await listFolder(client, 'inbox')).list.find((one) => one.mailSubject === 'by own rules')
    expect(await copy(rig.wei)).toMatchObject({ starred: true })
    expect(await copy(lin)).toMatchObject({ starred: false })
    expect(await copy(rig.emma)).toBeUndefined()
    for (const client of [rig.wei, rig.emma]) await client.get(rules.removeAll, { body: {} })
  })

  it('CONTACTS-09 somebody who leaves by mail gets no more, and nobody else hears of it', async () => {
    const groupId = await newGroup(
      boss,
      { address: 'leave@example.test' },
      { member: ['wei@example.test', 'lin@example.test'] },
    )
    await send(boss, 'before', { mailTo: ['leave@example.test'] })
    await arrives(rig.wei, 'before')
    await send(rig.wei, 'unsubscribe', { mailTo: ['leave@example.test'] })
    const { list } = await boss.get(groups.members, { query: { groupId, type: 'member' } })
    expect(list.map((one) => one.address)).toEqual(['lin@example.test'])
    await send(boss, 'after', { mailTo: ['leave@example.test'] })
    await arrives(lin, 'after')
    expect(await copies(rig.wei, 'after')).toEqual([])
    expect(await copies(lin, 'unsubscribe')).toEqual([])
  })
})
