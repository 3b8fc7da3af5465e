import { bulk } from '@hongyan/contract/bulk'
import { folders } from '@hongyan/contract/folders'
import { type ImportProgress, imports } from '@hongyan/contract/imports'
import { rules } from '@hongyan/contract/rules'
import { todo } from '@hongyan/contract/todo'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { mail } from '../../testing/builders.ts'
import { type HttpClient, httpClient } from '../../testing/http-client.ts'
import { newMailbox, type TestMailbox } from '../../testing/mailbox.ts'
import { openPush } from '../../testing/push-client.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'

const password = 'open-5esame'
const notThere = { status: 404, error: 'item.not-found' }

/** One process answers people and does no jobs, so that what is begun goes on; a second one does them when a test starts it. */
let server: TestServer
let box: TestMailbox
/** A folder inside one with a password. */
let child: number
/** The login that did not give the password, and one that did. */
let locked: HttpClient
let open: HttpClient

beforeAll(async () => {
  server = await startTestServer({ environment: { HONGYAN_ROLES: 'web,smtp' } })
})

afterAll(() => server.stop())

beforeEach(async () => {
  box = await newMailbox(server)
  locked = box.client
  const { folderId: parentId } = await locked.get(folders.save, { body: { folderName: 'outer' } })
  const inner = await locked.get(folders.save, { body: { folderName: 'inner', parentId } })
  child = inner.folderId
  await locked.get(folders.setPassword, { body: { folderId: parentId, password } })
  open = httpClient(server.url)
  await open.logIn(box.address, testPassword)
  await open.get(folders.unlock, { body: { folderId: parentId, password } })
})

const startWorker = () =>
  startTestServer({ beside: server, environment: { HONGYAN_ROLES: 'worker' } })

async function importInto(mailboxId: number): Promise<number> {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(mail({ subject: 'brought in' }))], 'one.eml'))
  const headers = { Authorization: `Bearer ${open.tokens?.accessToken}` }
  const url = `${server.url}/api/mail/email/import?mailboxId=${mailboxId}`
  const response = await fetch(url, { method: 'POST', headers, body: form })
  const { data } = (await response.json()) as { data: ImportProgress }
  return data.jobId
}

it('FOLDERS-16 an import into a locked folder is neither told, ended nor stopped by a login that may not see it', async () => {
  const jobId = await importInto(child)
  expect(await locked.call(imports.finish, { body: { jobId } })).toMatchObject(notThere)
  expect(await locked.call(imports.stop, { body: { jobId } })).toMatchObject(notThere)
  expect(await locked.get(imports.state, { query: { jobId } })).toEqual({ list: [] })
  expect((await open.get(imports.state, { query: {} })).list).toMatchObject([
    { jobId, state: 'running', total: 1 },
  ])
  expect(await open.get(imports.finish, { body: { jobId } })).toMatchObject({ mailboxId: child })
  await open.get(imports.stop, { body: { jobId } })
})

it('FOLDERS-16 an action on, into or out of a locked folder is told and stopped only where the folder is seen', async () => {
  const inbox = box.folderId('inbox')
  await box.put(child, { subject: 'inside' })
  await box.put('inbox', { subject: 'outside' })
  const unseeing = await openPush(server, { address: box.address, client: locked })
  const seeing = await openPush(server, { address: box.address, client: open })
  const started: number[] = []
  const hiddenOne = async (jobId: number) => {
    started.push(jobId)
    expect(await seeing.next('bulk')).toMatchObject({ jobId, state: 'running' })
    expect(await locked.get(bulk.running, { query: {} })).toEqual({ list: [] })
    expect(await locked.call(bulk.stop, { body: { jobId } })).toMatchObject(notThere)
    expect((await open.get(bulk.running, { query: {} })).list).toMatchObject([{ jobId }])
  }
  const marking = await open.get(bulk.start, { body: { mailboxId: child, action: 'seen' } })
  await hiddenOne(marking.jobId)
  await open.get(bulk.stop, { body: { jobId: marking.jobId } })
  expect(await seeing.next('bulk')).toMatchObject({ state: 'stopped' })
  const moving = await open.get(bulk.start, {
    body: { mailboxId: inbox, action: 'move', targetMailboxId: child },
  })
  await hiddenOne(moving.jobId)
  const worker = await startWorker()
  while ((await seeing.next('bulk')).state === 'running');
  await worker.stop()
  const undoing = await open.get(bulk.undo, { body: { jobId: moving.jobId } })
  await hiddenOne(undoing.jobId)
  await open.get(bulk.stop, { body: { jobId: undoing.jobId } })
  // What everybody may see is told to both, and the first that the other login hears of.
  const last = await locked.get(bulk.start, { body: { mailboxId: inbox, action: 'seen' } })
  expect(await unseeing.next('bulk')).toMatchObject({ jobId: last.jobId, mailboxId: inbox })
  expect(started).not.toContain(last.jobId)
  for (const one of [unseeing, seeing]) one.close()
})

it('FOLDERS-16 a run of rules over a locked folder is not there for a login that may not see it', async () => {
  await box.put(child, { subject: 'inside' })
  await locked.get(rules.save, {
    body: {
      name: 'plain',
      conditions: [{ field: 'subject', operator: 'contains', value: 'inside' }],
      action: { star: true },
    },
  })
  const before = await locked.get(rules.run, { body: {} })
  await locked.get(rules.stopRun, { body: { runId: before.runId } })
  const { runId } = await open.get(rules.run, { body: { mailboxId: child } })
  expect((await locked.get(rules.runState, { query: {} })).run).toMatchObject({
    runId: before.runId,
    state: 'stopped',
  })
  expect(await locked.call(rules.stopRun, { body: { runId } })).toMatchObject(notThere)
  expect((await open.get(rules.runState, { query: {} })).run).toMatchObject({
    runId,
    mailboxId: child,
    state: 'running',
  })
})

it('FOLDERS-16 pages of todo mail are those of the mail that is seen, open and done', async () => {
  const [first, second] = await box.put(child, { subject: 'hidden 1' }, { subject: 'hidden 2' })
  const [third, fourth] = await box.put('inbox', { subject: 'seen 1' }, { subject: 'seen 2' })
  const due = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000).toISOString()
  const ids: number[] = []
  for (const [index, mailId] of [first, third, second, fourth].entries()) {
    const body = { mailId: mailId ?? 0, dueTime: due(index + 1) }
    ids.push((await open.get(todo.save, { body })).pendingId)
  }
  const pages = async (done: boolean) => {
    const all: string[][] = []
    for (let sortValues: string | undefined; ; ) {
      const body = { done, pageSize: 1, ...(sortValues ? { sortValues } : {}) }
      const page = await locked.get(todo.list, { body })
      all.push(page.list.map((one) => one.mailSubject))
      if (page.next === null) return all
      sortValues = page.next
    }
  }
  expect(await pages(false)).toEqual([['seen 1'], ['seen 2']])
  for (const id of ids) await open.get(todo.over, { body: { pendingIds: [id] } })
  expect(await pages(true)).toEqual([['seen 2'], ['seen 1']])
})
