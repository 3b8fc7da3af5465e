import { readFile } from 'node:fs/promises'
import { type ApprovalRule, approvalRule } from '@hongyan/contract/approval-fields'
import { compose } from '@hongyan/contract/compose'
import { consoleContract as api } from '@hongyan/contract/console'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { json, sql } from '../../platform/db/sql.ts'
import { type ApprovalRig, liAddress, startApprovalRig } from '../../testing/approval-rig.ts'
import { mailBody } from '../../testing/compose-helpers.ts'
import { inConsole } from '../../testing/console-client.ts'
import type { HttpClient } from '../../testing/http-client.ts'

let rig: ApprovalRig
let chief: HttpClient
let auditor: HttpClient

beforeAll(async () => {
  rig = await startApprovalRig()
  chief = await inConsole(rig.server, 'root@example.test')
  const { accountId } = await rig.server.addPerson({ address: 'audit@example.test' })
  await chief.get(api.role, { body: { accountId, role: 'auditor', departmentId: null } })
  auditor = await inConsole(rig.server, 'audit@example.test')
})

afterAll(() => rig.stop())

beforeEach(() => rig.noRules())

const ruleOf = (over: object = {}): ApprovalRule =>
  approvalRule.parse({
    name: '外发',
    recipients: 'outside',
    levels: [{ approvers: [liAddress] }],
    ...over,
  })
const acts = async () => (await chief.get(api.acts, { query: {} })).list

it('issue 17 X401 X402 X403 X404 rules are made, ordered, switched and deleted, each act in the log', async () => {
  const save = (over: object) => chief.get(api.saveRule, { body: ruleOf(over) })
  const first = await save({ name: 'first', active: false })
  const second = await save({ name: 'second', action: 'block', text: 'no' })
  const names = async () => (await chief.get(api.rules, {})).rules.map(({ name }) => name)
  expect(await names()).toEqual(['first', 'second'])
  await chief.get(api.orderRules, { body: { ruleIds: [second.ruleId, first.ruleId] } })
  expect(await names()).toEqual(['second', 'first'])
  await chief.get(api.switchRule, { body: { ruleId: second.ruleId, active: false } })
  expect((await rig.wei.get(compose.send, { body: mailBody({}) })).state).toBe('queued')
  await chief.get(api.switchRule, { body: { ruleId: first.ruleId, active: true } })
  expect((await rig.wei.get(compose.send, { body: mailBody({}) })).state).toBe('awaiting-approval')
  await chief.get(api.saveRule, {
    body: { ...ruleOf({ name: 'renamed' }), ruleId: first.ruleId },
  })
  await chief.get(api.removeRule, { body: { ruleId: second.ruleId } })
  expect(await names()).toEqual(['renamed'])
  const log = (await acts()).slice(0, 7).map(({ act, whom, done }) => [act, whom, done])
  expect(log).toEqual([
    ['rule-removed', 'second', true],
    ['rule-changed', 'renamed', true],
    ['rule-on', 'first', true],
    ['rule-off', 'second', true],
    ['rules-ordered', '', true],
    ['rule-added', 'second', true],
    ['rule-added', 'first', true],
  ])
})

it('issue 17 what makes no rule is refused, and what is dangerous wants the password', async () => {
  const refused = async (over: object) =>
    (await chief.call(api.saveRule, { body: ruleOf(over) })).error
  expect(await refused({ levels: [] })).toBe('approval.rule-empty')
  expect(await refused({ action: 'copy' })).toBe('policy.no-copy')
  expect(await refused({ action: 'copy', copyTo: ['nobody@example.test'] })).toBe(
    'approval.nobody-there',
  )
  expect(await refused({ levels: [{ approvers: ['x@other.test'] }] })).toBe('approval.nobody-there')
  await chief.get(api.saveRule, { body: ruleOf() })
  expect(await refused({})).toBe('approval.rule-name')
  const body = { ...ruleOf(), levels: [{ approvers: [], head: false, needs: 'any' }] }
  expect((await chief.call(api.saveRule, { body } as never)).status).toBe(400)
  await rig.server.app.database.run(sql`UPDATE console_sessions SET confirmed_at = NULL`)
  expect(await refused({ name: 'other' })).toBe('console.confirm')
  // Without its words a rule finds nothing: at neither of its two doors they go without the password.
  const list = { body: { name: 'own', words: [] } }
  expect((await chief.call(api.saveList, list)).error).toBe('console.confirm')
  expect((await chief.call(api.saveWordList, list)).error).toBe('console.confirm')
  chief = await inConsole(rig.server, 'root@example.test')
})

it('issue 17 X405 a rule is tried on sent mail: owner and administrators see subjects, auditors numbers alone', async () => {
  await rig.wei.get(compose.send, { body: mailBody({ mailSubject: 'tried before' }) })
  const body = { ...ruleOf({ name: 'try', active: false }), days: 1 }
  const seen = await chief.get(api.tryRule, { body })
  expect(seen.found).toBeGreaterThan(0)
  expect(seen.examples.map(({ subject }) => subject)).toContain('tried before')
  expect(JSON.stringify(seen)).not.toContain(mailBody({}).html)
  const counted = await auditor.get(api.tryRule, { body })
  expect(counted).toMatchObject({ looked: seen.looked, found: seen.found, examples: [] })
  expect((await chief.get(api.rules, {})).rules).toEqual([])
})

it('issue 17 X407 what rules did is listed, for auditors without subjects; X406 word lists', async () => {
  await chief.get(api.saveList, { body: { name: '项目', words: ['飞鸿'] } })
  await chief.get(api.saveRule, {
    body: ruleOf({ name: 'listed', action: 'block', lists: ['项目'], levels: [] }),
  })
  const body = mailBody({ mailSubject: '关于飞鸿' })
  expect((await rig.wei.call(compose.send, { body })).error).toBe('policy.blocked')
  const [event] = (await chief.get(api.ruleEvents, { query: { keyword: 'LISTED' } })).list
  expect(event).toMatchObject({ subject: '关于飞鸿', outcome: 'blocked', recipients: 1 })
  const [seen] = (await auditor.get(api.ruleEvents, { query: {} })).list
  expect(seen).toMatchObject({ ruleName: 'listed', subject: '' })
  await chief.get(api.saveList, { body: { name: '项目', words: [] } })
  expect((await rig.wei.get(compose.send, { body: mailBody({ mailSubject: '飞鸿' }) })).state).toBe(
    'queued',
  )
})

it('issue 17 X407 auditors read no name of a file that could not be opened', async () => {
  await chief.get(api.saveRule, {
    body: ruleOf({ name: 'closed', action: 'block', words: ['飞鸿'], levels: [] }),
  })
  const { data } = await rig.wei.upload(compose.upload, new File(['7z'], 'merger-with-x.7z'))
  const body = mailBody({ fileIds: [data.fileId] })
  expect((await rig.wei.call(compose.send, { body })).error).toBe('policy.blocked')
  const query = { keyword: 'closed' }
  expect(JSON.stringify(await chief.get(api.ruleEvents, { query }))).toContain('merger-with-x')
  const seen = await auditor.get(api.ruleEvents, { query })
  expect(seen.list[0]?.reasons).toContainEqual({ kind: 'unreadable', value: '', place: 'file' })
  expect(JSON.stringify(seen)).not.toContain('merger-with-x')
})

it('issue 17 departments by name in rules of before are departments by id', async () => {
  const { database, directory } = rig.server.app
  const organisationId = (await directory.organisation())?.id ?? (1 as never)
  const id = await directory.createDepartment({ organisationId, name: 'Old', sort: 0 })
  const file = new URL('../../../migrations/0140-rules-of-what-leaves.sql', import.meta.url)
  const statement = (await readFile(file, 'utf8'))
    .replace(/^--.*$/gm, '')
    .split(';')
    .find((one) => one.includes("'{departments}'"))
  const put = async (departments: string[]) => {
    const { ruleId } = await chief.get(api.saveRule, { body: ruleOf({ active: false }) })
    await database.run(sql`
      UPDATE approval_rules SET rule = jsonb_set(rule, '{departments}', ${json(departments)}::jsonb)
      WHERE id = ${ruleId}`)
    await database.pool.query(statement ?? '')
    const { rules } = await chief.get(api.rules, {})
    await chief.get(api.removeRule, { body: { ruleId } })
    return rules.find((one) => one.ruleId === ruleId)?.departments
  }
  expect(await put(['old'])).toEqual([id])
  expect(await put(['never'])).toEqual([0])
})
