import { consoleContract } from '@hongyan/contract/console'
import { organisationEndpoints as api } from '@hongyan/contract/console-organisation'
import { feedback } from '@hongyan/contract/feedback'
import { home } from '@hongyan/contract/home'
import { session } from '@hongyan/contract/session'
import { settings } from '@hongyan/contract/settings'
import { signatures } from '@hongyan/contract/signatures'
import { templates } from '@hongyan/contract/templates'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { consoleOwner, consoleUrl } from '../../testing/console-client.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { newMailbox } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer
let desk: HttpClient
let mail: HttpClient
let person: Awaited<ReturnType<typeof newMailbox>>

beforeAll(async () => {
  server = await startTestServer()
  ;({ desk, mail } = await consoleOwner(server))
  person = await newMailbox(server, { name: '李婷' })
})
afterAll(() => server.stop())

const day = 24 * 3_600_000
const from = (days: number) => new Date(Date.now() + days * day).toISOString()
const onHome = async () =>
  (await person.client.get(home.announcements, { query: {} })).list.map(({ title }) => title)

it('issue 17: an announcement is written for later, changed, shown on the home screen, and withdrawn', async () => {
  const write = (title: string, [begin, end]: readonly [number, number], id?: number) =>
    desk.call(api.saveAnnouncement, {
      body: { title, content: '全文', startsAt: from(begin), endsAt: from(end), id },
    })
  const { id } = (await write('明日维护', [1, 2])).data
  expect(await onHome()).toEqual([])
  expect((await write('时间颠倒', [2, 1])).error).toBe('announcement.times')
  expect((await write('已经过去', [-2, -1])).error).toBe('announcement.times')
  expect((await write('没有这条', [-1, 2], 999_999)).error).toBe('item.not-found')
  expect((await write('今日维护', [-1, 2], id)).code).toBe(200)
  expect(await onHome()).toEqual(['今日维护'])
  const { total, list } = await desk.get(api.announcements, { query: {} })
  expect([total, list]).toMatchObject([1, [{ id, title: '今日维护', state: 'shown' }]])
  await desk.get(api.withdrawAnnouncement, { body: { id } })
  expect(await onHome()).toEqual([])
  const again = await desk.call(api.withdrawAnnouncement, { body: { id } })
  expect(again.error).toBe('item.not-found')
})

it('issue 17: feedback is read, answered by a mail that can be written back to, and done', async () => {
  const form = new FormData()
  form.set('content', '打印不出来\n第二行')
  const sent = await fetch(`${server.url}/api/${feedback.send.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.client.tokens?.accessToken}` },
    body: form,
  })
  expect(sent.status).toBe(200)
  const before = await desk.get(api.feedback, { query: {} })
  expect(before).toMatchObject({
    open: 1,
    list: [{ name: '李婷', address: person.address, content: '打印不出来\n第二行', done: null }],
  })
  const id = before.list[0]?.id ?? 0
  await desk.get(api.answerFeedback, { body: { id, content: '请换一台打印机' } })
  await expect.poll(() => person.subjects(person.inbox)).toHaveLength(1)
  const [answer] = await person.items(person.inbox)
  expect(answer).toMatchObject({
    mailFrom: { address: 'owner@example.test' },
    mailSubject: '回复：您的反馈',
  })
  expect(answer?.preview).toContain('请换一台打印机')
  const after = await desk.get(api.feedback, { query: {} })
  expect(after).toEqual({ open: 0, list: [] })
  const done = await desk.get(api.feedback, { query: { state: 'done' } })
  expect(done.list).toMatchObject([{ id, done: { by: 'owner' } }])
  expect(done.list[0]?.answeredAt).not.toBeNull()
  await desk.get(api.feedbackDone, { body: { id, done: false } })
  expect((await desk.get(api.feedback, { query: {} })).open).toBe(1)
  const nobody = await desk.call(api.feedbackDone, { body: { id: 999_999, done: true } })
  expect(nobody.error).toBe('item.not-found')
})

it('issue 17: switches, name, festival and the assistant’s limits reach everybody', async () => {
  const index = () => person.client.get(settings.index, { body: {} })
  await desk.get(api.turn, { body: { key: 'watermark', on: true } })
  await desk.get(api.festival, { body: { skin: 'skin_4', question: '春节快乐，换上新装？' } })
  const department = await desk.get(consoleContract.saveDepartment, { body: { name: '档案室' } })
  await desk.get(api.assistantLimits, {
    body: { off: ['translate', 'check'], notIn: [department.id] },
  })
  expect(await index()).toMatchObject({
    watermark: 1,
    festivalSkin: 'skin_4',
    festivalAskWord: '春节快乐，换上新装？',
    assistantOff: [8, 5],
    assistantEnable: 1,
  })
  await desk.get(consoleContract.change, {
    body: { accountId: person.accountId, departmentId: department.id },
  })
  expect((await index()).assistantEnable).toBe(0)
  // What is said of a department holds for those below it.
  const below = await desk.get(consoleContract.saveDepartment, {
    body: { name: '库房', parentId: department.id },
  })
  await desk.get(consoleContract.change, {
    body: { accountId: person.accountId, departmentId: below.id },
  })
  expect((await index()).assistantEnable).toBe(0)
  const unknown = await desk.call(api.assistantLimits, { body: { off: [], notIn: [999_999] } })
  expect(unknown.error).toBe('console.department-gone')
  await desk.get(api.renameOrganisation, { body: { name: '北山研究院' } })
  expect((await person.client.get(session.userInfo, {})).companyName).toBe('北山研究院')
  const one = await desk.get(api.organisation, {})
  expect(one).toMatchObject({
    name: '北山研究院',
    switches: { watermark: true, clientSwitch: true },
    festival: { skin: 'skin_4' },
    assistant: { off: ['check', 'translate'], notIn: [department.id], hasModel: false },
  })
  // Nothing that opens a door stands among the values of the machine.
  expect(JSON.stringify(one.machine)).not.toMatch(/SECRET|PASSWORD"|KEY|DATABASE_URL/)
})

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

it('issue 17: signatures and letter papers of the organisation are everybody’s to use and nobody’s to change', async () => {
  const picture = await desk.get(api.addPicture, { body: { data: png, fileName: 'logo.png' } })
  const shown = await fetch(`${consoleUrl(server)}${picture.url}`)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
  const content = `<div>北山研究院</div><img src="cid:${picture.contentId}"><script>1</script>`
  await desk.get(api.saveSignature, { body: { name: '单位', content, isDefault: true } })
  const { list } = await person.client.get(signatures.listSystem, { query: {} })
  expect(list).toMatchObject([{ name: '单位', isSystem: true, isDefault: true }])
  expect(list[0]?.content).not.toContain('script')
  const signId = list[0]?.signId ?? 0
  const foreign = await person.client.call(signatures.remove, { body: { signId } })
  expect(foreign.error).toBe('sign.system')
  const empty = await desk.call(api.saveSignature, { body: { name: '空', content: '<p></p>' } })
  expect(empty.error).toBe('sign.empty')
  await desk.get(api.saveSignature, {
    body: { id: signId, name: '单位', content: '<div>改</div>' },
  })
  const changed = await desk.get(api.organisationTexts, {})
  expect(changed.signatures).toMatchObject([{ signId, content: '<div>改</div>', isDefault: false }])

  const bad = await desk.call(api.addPaper, { body: { data: 'bm8=', fileName: 'x.png' } })
  expect(bad.error).toBe('upload.not-picture')
  const paper = await desk.get(api.addPaper, {
    body: { name: '院笺', data: png, fileName: 'paper.png' },
  })
  const papers = await person.client.get(templates.papers, { query: {} })
  expect(papers.list.filter((one) => one.name === '院笺')).toMatchObject([
    { paperId: paper.paperId, isSystem: true },
  ])
  const own = await person.client.call(templates.removePaper, {
    body: { paperId: Number(paper.paperId) },
  })
  expect(own.error).toBe('item.not-found')
  const letter = await person.client.get(templates.save, {
    body: { name: '公文', content: '<p>正文</p>', paperId: paper.paperId },
  })
  const used = await person.client.get(templates.use, { body: { templateId: letter.templateId } })
  expect(used.paperId).toBe(paper.paperId)
  await desk.get(api.removePaper, { body: { id: Number(paper.paperId) } })
  await desk.get(api.removeSignature, { body: { id: signId } })
  expect(await desk.get(api.organisationTexts, {})).toMatchObject({ signatures: [], papers: [] })
})

it('issue 17: a word list is kept for approval rules and deleted without words; every act stands in the log', async () => {
  await desk.get(api.saveWordList, { body: { name: '项目代号', words: ['青鸟', '长风'] } })
  const { lists } = await desk.get(api.organisationTexts, {})
  expect(lists).toEqual([{ name: '项目代号', words: ['青鸟', '长风'] }])
  await desk.get(api.saveWordList, { body: { name: '项目代号', words: [] } })
  expect((await desk.get(api.organisationTexts, {})).lists).toEqual([])
  const { list } = await desk.get(consoleContract.acts, { query: { pageSize: 100 } })
  const done = new Set(list.filter((one) => one.done).map(({ act }) => act))
  for (const act of [
    ...['announcement-written', 'announcement-changed', 'announcement-withdrawn'],
    ...['feedback-answered', 'feedback-opened', 'switch-turned', 'festival-offered'],
    ...['assistant-limited', 'organisation-renamed', 'signature-saved', 'signature-removed'],
    ...['paper-added', 'paper-removed', 'word-list-saved'],
  ])
    expect(done, act).toContain(act)
  expect((await mail.call(settings.index, { body: {} })).code).toBe(200)
})
