import { compose } from '@hongyan/contract/compose'
import { folders } from '@hongyan/contract/folders'
import { labels } from '@hongyan/contract/labels'
import { messages } from '@hongyan/contract/messages'
import { records } from '@hongyan/contract/records'
import { type Rule, rules } from '@hongyan/contract/rules'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { deliver, mail } from '../../testing/builders.ts'
import { eventually, listFolder, mailBody } from '../../testing/compose-helpers.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { type RulesRig, ruleBody, startRulesRig } from '../../testing/rules-rig.ts'
import { connectSmtp } from '../../testing/smtp-client.ts'

let rig: RulesRig
let wei: HttpClient

beforeAll(async () => {
  rig = await startRulesRig()
  wei = rig.wei
})
afterAll(() => rig.stop())

beforeEach(async () => {
  const { database } = rig.server.app
  await wei.get(rules.removeAll, { body: {} })
  await database.run(sql`DELETE FROM rule_runs`)
  rig.sink.mails.length = 0
})

const list = async (client = wei): Promise<Rule[]> =>
  (await client.get(rules.list, { query: {} })).list
const save = (over: Parameters<typeof ruleBody>[0] = {}) =>
  wei.get(rules.save, { body: ruleBody(over) })
const refusal = async (over: Parameters<typeof ruleBody>[0], client = wei) => {
  const { error, message, status } = await client.call(rules.save, { body: ruleBody(over) })
  return { error, message, status }
}
const subjectIs = (value: string) => [
  { field: 'subject' as const, operator: 'equals' as const, value },
]
const newFolder = async (name: string) =>
  (await wei.get(folders.save, { body: { folderName: name } })).folderId
const inFolder = async (mailboxId: number) =>
  (await wei.get(messages.list, { query: { mailboxId, pageSize: 100 } })).list
const inRole = async (role: string, subject: string) =>
  (await listFolder(wei, role)).list.filter((one) => one.mailSubject === subject)

describe('the list of rules', () => {
  it('RULES-01 RULES-02 keeps name, switch, conditions, any or all and action', async () => {
    const folderId = await newFolder('发票夹')
    const body = ruleBody({
      enabled: false,
      match: 'any',
      conditions: [
        { field: 'sender', operator: 'contains', value: ' bank.test ' },
        { field: 'subject', operator: 'notContains', value: '广告' },
      ],
      action: { moveTo: folderId, star: true, forwardTo: ['"X" <x@other.test>'] },
    })
    const saved = await wei.get(rules.save, { body })
    expect(saved).toMatchObject({
      name: '发票 invoices',
      enabled: false,
      match: 'any',
      conditions: [
        { field: 'sender', operator: 'contains', value: 'bank.test' },
        { field: 'subject', operator: 'notContains', value: '广告' },
      ],
      action: { moveTo: folderId, star: true, reject: false, forwardTo: ['x@other.test'] },
    })
    const changed = await wei.get(rules.save, {
      body: { ...body, classifyId: saved.classifyId, name: '新名字', enabled: true },
    })
    expect(await list()).toEqual([changed])
    expect(changed).toMatchObject({ name: '新名字', enabled: true, match: 'any' })
    expect(await list(rig.emma)).toEqual([])
  })

  it('RULES-03 RULES-04 refuses what is missing or wrong, in the language of the caller', async () => {
    expect(await refusal({ name: '  ' })).toEqual({
      error: 'rule.no-name',
      message: '请输入规则名称',
      status: 400,
    })
    expect(await refusal({ name: '' }, rig.emma)).toMatchObject({
      message: 'Please enter a rule name',
    })
    expect(await refusal({ conditions: [] })).toMatchObject({ error: 'rule.no-condition' })
    const larger = { field: 'subject' as const, operator: 'larger' as const, value: '5' }
    expect(await refusal({ conditions: [larger] })).toMatchObject({ error: 'rule.bad-condition' })
    expect(await refusal({ action: {} })).toMatchObject({ error: 'rule.no-action' })
    expect(await refusal({ action: { reject: true, star: true } })).toMatchObject({
      error: 'rule.no-action',
    })
    expect(await refusal({ action: { forwardTo: [''] } })).toMatchObject({
      error: 'rule.no-address',
      message: '请输入邮件地址',
    })
    expect(await refusal({ action: { forwardTo: [] } })).toMatchObject({ error: 'rule.no-address' })
    expect(await refusal({ action: { forwardTo: ['no address'] } })).toMatchObject({
      error: 'rule.bad-address',
      message: '邮件地址无效：no address',
    })
    for (const one of ['"a>b"@other.test', 'a@①②⑦.0.0.①']) {
      expect(await refusal({ action: { forwardTo: [one] } })).toMatchObject({
        error: 'rule.bad-address',
      })
    }
    expect(await refusal({ action: { moveTo: 9_000_000 } })).toMatchObject({
      error: 'folder.not-found',
    })
    expect(await refusal({ action: { labelIds: [9_000_000] } })).toMatchObject({
      error: 'label.not-found',
    })
    expect(await list()).toEqual([])
  })

  it('RULES-05 RULES-06 RULES-07 switches, sorts, deletes one and deletes all', async () => {
    const [a, b, c] = [
      await save({ name: 'a' }),
      await save({ name: 'b' }),
      await save({ name: 'c' }),
    ]
    const names = async () =>
      (await list()).map(({ name, enabled }) => (enabled ? name : `(${name})`))
    expect(await names()).toEqual(['a', 'b', 'c'])
    await wei.get(rules.status, { body: { classifyId: b.classifyId, enabled: 0 } })
    await wei.get(rules.sort, { body: { classifyIds: [c.classifyId, a.classifyId] } })
    expect(await names()).toEqual(['c', 'a', '(b)'])
    await wei.get(rules.remove, { params: { id: a.classifyId } })
    expect(await names()).toEqual(['c', '(b)'])
    const again = await wei.call(rules.remove, { params: { id: a.classifyId } })
    expect(again).toMatchObject({ status: 404, error: 'item.not-found' })
    expect(await wei.get(rules.removeAll, { body: {} })).toEqual({ count: 2 })
    expect(await names()).toEqual([])
  })

  it('LIMITS-33 RULES-02 the server counts rules and conditions itself', async () => {
    const many = Array.from({ length: 21 }, () => ruleBody().conditions[0]).flatMap(
      (one) => one ?? [],
    )
    expect(await refusal({ conditions: many })).toMatchObject({ status: 400 })
    expect(await refusal({ name: 'x'.repeat(51) })).toMatchObject({ status: 400 })
    await rig.server.app.database.run(sql`
      INSERT INTO mail_rules (account_id, sort, name, match, conditions, action)
      SELECT account_id, n, 'r', 'all', '[]', '{}' FROM addresses, generate_series(1, 100) n
      WHERE address = 'wei@example.test'`)
    expect(await refusal({})).toMatchObject({
      error: 'rule.too-many',
      message: '规则过多，最多 100 条',
    })
  })
})

describe('on delivery', () => {
  it('RULES-09 moves, labels, stars and marks mail read before it is stored', async () => {
    const folderId = await newFolder('target')
    const { labelId } = await wei.get(labels.save, { body: { labelName: '规则' } })
    await save({
      conditions: subjectIs('sorted'),
      action: { moveTo: folderId, labelIds: [labelId], star: true, markRead: true },
    })
    await deliver(rig.server, 'wei@example.test', { subject: 'sorted' }, { subject: 'other' })
    const [sorted] = await inFolder(folderId)
    expect(sorted).toMatchObject({ mailSubject: 'sorted', starred: true, seen: true })
    expect(sorted?.labels).toEqual([labelId])
    const labelled = await wei.get(labels.list, { query: {} })
    expect(labelled.list.find((one) => one.labelId === labelId)).toMatchObject({
      mail: 1,
      unread: 0,
    })
    expect(await inRole('inbox', 'sorted')).toEqual([])
    expect(await inRole('inbox', 'other')).toHaveLength(1)
  })

  it('RULES-06 the first rule that matches decides, in their order; a switched off one does not', async () => {
    const first = await newFolder('first')
    const second = await newFolder('second')
    const one = await save({ conditions: subjectIs('order'), action: { moveTo: first } })
    const two = await save({ conditions: subjectIs('order'), action: { moveTo: second } })
    await deliver(rig.server, 'wei@example.test', { subject: 'order' })
    expect([(await inFolder(first)).length, (await inFolder(second)).length]).toEqual([1, 0])
    await wei.get(rules.sort, { body: { classifyIds: [two.classifyId, one.classifyId] } })
    await deliver(rig.server, 'wei@example.test', { subject: 'order' })
    expect([(await inFolder(first)).length, (await inFolder(second)).length]).toEqual([1, 1])
    await wei.get(rules.status, { body: { classifyId: two.classifyId, enabled: 0 } })
    await deliver(rig.server, 'wei@example.test', { subject: 'order' })
    expect([(await inFolder(first)).length, (await inFolder(second)).length]).toEqual([2, 1])
  })

  it('RULES-08 looks at sender, recipients, body, size and attachments of the real mail', async () => {
    const cases: [string, Parameters<typeof ruleBody>[0], object][] = [
      [
        's',
        { conditions: [{ field: 'sender', operator: 'equals', value: 'boss@other.test' }] },
        { from: 'Boss <boss@other.test>' },
      ],
      [
        'r',
        { conditions: [{ field: 'recipients', operator: 'contains', value: 'team@' }] },
        { headers: { Cc: 'Team <team@other.test>' } },
      ],
      [
        'b',
        { conditions: [{ field: 'body', operator: 'contains', value: '第三季度预算' }] },
        { html: '<p>附上<b>第三季度</b>预算</p>' },
      ],
      [
        'l',
        { conditions: [{ field: 'size', operator: 'larger', value: '20' }] },
        { text: `${'x'.repeat(70)}\r\n`.repeat(400) },
      ],
    ]
    for (const [subject, rule, parts] of cases) {
      await wei.get(rules.removeAll, { body: {} })
      await save(rule)
      await deliver(
        rig.server,
        'wei@example.test',
        { subject, ...parts },
        { subject: `not ${subject}` },
      )
      expect((await inRole('inbox', subject))[0], subject).toMatchObject({ starred: true })
      expect((await inRole('inbox', `not ${subject}`))[0], subject).toMatchObject({
        starred: false,
      })
    }
  })

  it('RULES-09 mail between two mailboxes of ours follows the rules too', async () => {
    const folderId = await newFolder('colleagues')
    await save({ conditions: subjectIs('from emma'), action: { moveTo: folderId } })
    await rig.emma.get(compose.send, {
      body: mailBody({ mailTo: ['wei@example.test'], mailSubject: 'from emma' }),
    })
    await eventually(
      () => inFolder(folderId),
      (found) => found.length === 1,
    )
    expect(await inRole('inbox', 'from emma')).toEqual([])
  })

  it('RULES-09 a folder that is gone does not keep mail out', async () => {
    const folderId = await newFolder('short')
    await save({ conditions: subjectIs('homeless'), action: { moveTo: folderId } })
    await rig.server.app.database.run(sql`DELETE FROM folders WHERE id = ${folderId}`)
    await deliver(rig.server, 'wei@example.test', { subject: 'homeless' })
    expect(await inRole('inbox', 'homeless')).toHaveLength(1)
  })

  it('RULES-09 rejects for one recipient at the SMTP door, and stores nothing', async () => {
    await save({ conditions: subjectIs('unwanted'), action: { reject: true } })
    const client = await connectSmtp(rig.server.smtpPort)
    await client.hello()
    const data = mail({ subject: 'unwanted' })
    const answer = await client.send({ from: 'peer@other.test', to: 'wei@example.test', data })
    expect(answer.text).toMatch(/^550 5\.7\.1 /)
    await client.quit()
    expect(await inRole('inbox', 'unwanted')).toEqual([])
    const { list: log } = await wei.get(records.mailLog, { query: { actions: 'reject' } })
    expect(log[0]).toMatchObject({ mailSubject: 'unwanted', peer: 'peer@other.test' })
  })

  it('RULES-09 rejects with one report when others take the mail, also when the sender tries again', async () => {
    await save({ conditions: subjectIs('partly'), action: { reject: true } })
    const data = mail({ subject: 'partly', to: 'wei@example.test, emma@example.test' })
    for (const attempt of [1, 2]) {
      const client = await connectSmtp(rig.server.smtpPort)
      await client.hello()
      const to = ['wei@example.test', 'emma@example.test']
      const answer = await client.send({ from: 'peer@other.test', to, data })
      expect(answer.code, `attempt ${attempt}`).toBe(250)
      // The line breaks before QUIT: whether the answer arrived is not known, so that a retry is recognised.
      client.destroy()
    }
    const [report] = await rig.sink.received(1)
    expect(report?.from).toBe('')
    expect(report?.raw.toString()).toContain('wei@example.test')
    const rows = await rig.server.app.database.query(
      sql`SELECT id FROM submissions WHERE kind = 'bounce'`,
    )
    expect(rows).toHaveLength(1)
    const emmas = (await listFolder(rig.emma, 'inbox')).list
    expect(emmas.filter((one) => one.mailSubject === 'partly')).toHaveLength(1)
    expect(await inRole('inbox', 'partly')).toEqual([])
  })

  it('RULES-09 a colleague whose mail is rejected gets a report', async () => {
    await save({ conditions: subjectIs('inner'), action: { reject: true } })
    await rig.emma.get(compose.send, {
      body: mailBody({ mailTo: ['wei@example.test'], mailSubject: 'inner' }),
    })
    const reports = async () =>
      (await listFolder(rig.emma, 'inbox')).list.filter(
        (one) => one.mailFrom.address.startsWith('mailer-daemon@') || /inner/.test(one.mailSubject),
      )
    await eventually(reports, (found) => found.length === 1)
    expect(await inRole('inbox', 'inner')).toEqual([])
  })

  it('RULES-09 forwards to the address and keeps the mail', async () => {
    await save({ conditions: subjectIs('pass on'), action: { forwardTo: ['boss@other.test'] } })
    await deliver(rig.server, 'wei@example.test', { subject: 'pass on', text: '内容' })
    const [passed] = await rig.sink.received(1)
    expect(passed).toMatchObject({ from: 'wei@example.test', recipients: ['boss@other.test'] })
    expect(passed?.raw.toString()).toContain('Subject: pass on')
    expect(await inRole('inbox', 'pass on')).toHaveLength(1)
  })

  it('RULES-09 mail that its own domain disowns stays in the spam folder, whatever the rules say', async () => {
    await save({
      conditions: [{ field: 'sender', operator: 'contains', value: 'ceo@strict.test' }],
      action: { star: true, forwardTo: ['boss@other.test'] },
    })
    const client = await connectSmtp(rig.server.smtpPort)
    await client.hello()
    const data = mail({ subject: 'forged', from: 'CEO <ceo@strict.test>' })
    await client.send({ from: 'ceo@strict.test', to: 'wei@example.test', data })
    await client.quit()
    expect(await inRole('junk', 'forged')).toMatchObject([{ starred: false }])
    expect(rig.sink.mails).toEqual([])
  })
})

describe('on mail that is there', () => {
  it('RULES-01 a run sorts a folder, in steps, and tells how far it is', async () => {
    const folderId = await newFolder('old ones')
    const mails = Array.from({ length: 130 }, (_, index) => ({
      subject: index % 2 === 0 ? 'old even' : 'old odd',
    }))
    await deliver(rig.server, 'wei@example.test', ...mails)
    await save({
      conditions: subjectIs('old even'),
      action: { moveTo: folderId, forwardTo: ['boss@other.test'] },
    })
    const started = await wei.get(rules.run, { body: {} })
    expect(started).toMatchObject({ state: 'running', done: 0, changed: 0 })
    const { run } = await eventually(
      () => wei.get(rules.runState, { query: {} }),
      (answer) => answer.run?.state === 'done',
    )
    expect(run).toMatchObject({ runId: started.runId, changed: 65 })
    expect(run?.done).toBe(run?.total)
    expect((await inFolder(folderId)).map((one) => one.mailSubject)).toEqual(
      Array.from({ length: 65 }, () => 'old even'),
    )
    expect(await inRole('inbox', 'old even')).toEqual([])
    expect(rig.sink.mails, 'nothing old is passed on').toEqual([])
  })

  it('RULES-01 a run can be stopped, and there is one at a time', async () => {
    await save({ conditions: subjectIs('nobody') })
    await rig.server.app.database.run(sql`
      INSERT INTO rule_runs (account_id, folder_id, rule_ids, total, below)
      SELECT account_id, 1, '{}', 500, 1000 FROM addresses WHERE address = 'wei@example.test'`)
    const second = await wei.call(rules.run, { body: {} })
    expect(second).toMatchObject({ status: 409, error: 'rule.running' })
    const { run } = await wei.get(rules.runState, { query: {} })
    await wei.get(rules.stopRun, { body: { runId: run?.runId ?? 0 } })
    const after = await wei.get(rules.runState, { query: {} })
    expect(after.run?.state).toBe('stopped')
    expect((await wei.call(rules.run, { body: {} })).status).toBe(200)
  })

  it('RULES-01 rules that only pass on or reject have nothing to do with old mail', async () => {
    await save({ action: { reject: true } })
    expect(await wei.call(rules.run, { body: {} })).toMatchObject({ error: 'rule.nothing-to-run' })
  })
})
