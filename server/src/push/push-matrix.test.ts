import { bulk } from '@hongyan/contract/bulk'
import { compose } from '@hongyan/contract/compose'
import { folders } from '@hongyan/contract/folders'
import { labels } from '@hongyan/contract/labels'
import { messages } from '@hongyan/contract/messages'
import { reader } from '@hongyan/contract/reader'
import { records } from '@hongyan/contract/records'
import { rules } from '@hongyan/contract/rules'
import { todo } from '@hongyan/contract/todo'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { draftBody, mailBody, signIn } from '../testing/compose-helpers.ts'
import type { HttpClient } from '../testing/http-client.ts'
import { newMailbox, type TestMailbox } from '../testing/mailbox.ts'
import { openPush, type PushClient } from '../testing/push-client.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'

let server: TestServer
let box: TestMailbox
/** Another login of the same person: what it hears, it hears by push alone. */
let push: PushClient
let client: HttpClient
let target = 0
let labelId = 0

beforeAll(async () => {
  server = await startTestServer()
  box = await newMailbox(server)
  client = box.client
  target = (await client.get(folders.save, { body: { folderName: 'target' } })).folderId
  labelId = (await client.get(labels.save, { body: { labelName: 'mark' } })).labelId
  const other = await signIn(server, box.address)
  push = await openPush(server, { address: box.address, client: other })
})
afterAll(async () => {
  push.close()
  await server.stop()
})

interface Deed {
  /** The kind of the frame that tells of it. */
  kind: string
  where?: 'inbox' | 'trash'
  headers?: Record<string, string>
  /** What must have happened before, untold. */
  before?: (mailId: number) => Promise<unknown>
  act: (mailId: number) => Promise<unknown>
}

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const putTodo = (mailId: number) => client.get(todo.save, { body: { mailId } })
const pendingIdOf = async (mailId: number) => {
  const { list } = await client.get(todo.list, { body: { pageSize: 100 } })
  return list.find((one) => one.mailId === mailId)?.pendingId ?? 0
}
const destroy = (mailId: number) => client.get(messages.destroy, { body: { mailIds: [mailId] } })
const asksReceipt = { 'Disposition-Notification-To': 'peer@other.test' }

const deeds: Record<string, Deed> = {
  seen: {
    kind: 'flags',
    act: (one) => client.get(messages.seen, { body: { mailIds: [one], seen: true } }),
  },
  star: {
    kind: 'flags',
    act: (one) => client.get(messages.star, { body: { mailIds: [one], starred: true } }),
  },
  pin: {
    kind: 'flags',
    act: (one) => client.get(messages.pin, { body: { mailIds: [one], pinned: true } }),
  },
  color: {
    kind: 'flags',
    act: (one) => client.get(messages.color, { body: { mailIds: [one], color: 1 } }),
  },
  label: {
    kind: 'flags',
    act: (one) => client.get(labels.mark, { body: { mailIds: [one], add: [labelId] } }),
  },
  move: {
    kind: 'moved',
    act: (one) => client.get(messages.move, { body: { mailIds: [one], targetMailboxId: target } }),
  },
  archive: {
    kind: 'moved',
    act: (one) => client.get(messages.archive, { body: { mailIds: [one] } }),
  },
  recycle: {
    kind: 'moved',
    act: (one) => client.get(messages.recycle, { body: { mailIds: [one] } }),
  },
  spam: {
    kind: 'moved',
    act: (one) => client.get(messages.spam, { body: { mailIds: [one], spam: true } }),
  },
  restore: {
    kind: 'moved',
    where: 'trash',
    act: (one) => client.get(messages.restore, { body: { mailIds: [one] } }),
  },
  destroy: { kind: 'removed', where: 'trash', act: destroy },
  recover: {
    kind: 'added',
    where: 'trash',
    before: destroy,
    act: (one) => client.get(records.recover, { body: { mailIds: [one] } }),
  },
  receipt: {
    kind: 'flags',
    headers: asksReceipt,
    act: (one) => client.get(reader.receipt, { body: { mailId: one, answer: 'ignore' } }),
  },
  todo: { kind: 'todo', act: putTodo },
  'todo schedule': {
    kind: 'todo',
    before: putTodo,
    act: (one) => client.get(todo.schedule, { body: { mailId: one, dueTime: inMinutes(90) } }),
  },
  'todo over': {
    kind: 'todo',
    before: putTodo,
    act: async (one) => client.get(todo.over, { body: { pendingIds: [await pendingIdOf(one)] } }),
  },
  'todo remove': {
    kind: 'todo',
    before: putTodo,
    act: async (one) => client.get(todo.remove, { body: { pendingIds: [await pendingIdOf(one)] } }),
  },
  'rules on mail that is there': {
    kind: 'flags',
    before: () =>
      client.get(rules.save, {
        body: {
          name: 'star',
          conditions: [{ field: 'subject', operator: 'contains', value: 'rules on mail' }],
          action: { star: true },
        },
      }),
    act: () => client.get(rules.run, { body: {} }),
  },
}

/** Reads on until a frame of the kind comes that names the mail, if one is given. */
async function told(kind: string, mailId?: number): Promise<void> {
  for (;;) {
    const frame = await push.next('mailbox')
    if (frame.kind === kind && (mailId === undefined || frame.mailIds.includes(mailId))) return
  }
}

it.each(Object.entries(deeds))(
  'PUSH-05 %s is told to the other login at once',
  async (name, deed) => {
    const parts = { subject: name, ...(deed.headers ? { headers: deed.headers } : {}) }
    const [mailId = 0] = await box.put(deed.where ?? 'inbox', parts)
    if (deed.before) {
      await deed.before(mailId)
      // What was told of it must not be taken for the deed.
      if (deed.before === putTodo) await told('todo', mailId)
      if (deed.before === destroy) await told('removed', mailId)
    }
    await deed.act(mailId)
    await told(deed.kind, deed.kind === 'added' ? undefined : mailId)
  },
)

it('PUSH-05 drafts, sending and taking back are told to the other login at once', async () => {
  const first = await client.get(compose.saveDraft, { body: draftBody({ mailSubject: 'one' }) })
  await told('added', first.mailId)
  await client.get(compose.deleteDrafts, { body: { mailIds: [first.mailId] } })
  await told('removed', first.mailId)
  const sent = await client.get(compose.send, {
    body: mailBody({
      mailTo: ['peer@other.test'],
      mailSubject: 'later',
      sendKey: 'push-matrix',
      scheduledTime: inMinutes(60),
    }),
  })
  await told('added', sent.mailId)
  await client.get(compose.cancel, { body: { submissionId: sent.submissionId } })
  await told('added')
})

it('PUSH-05 folders are told to the other login at once', async () => {
  const { folderId } = await client.get(folders.save, { body: { folderName: 'new' } })
  await told('folders')
  await client.get(folders.rename, { body: { folderId, folderName: 'renamed' } })
  await told('folders')
  await client.get(folders.remove, { body: { folderId } })
  await told('folders')
})

it('PUSH-05 an action on a whole folder is told to the other login: its rows, and how far it is until its end', async () => {
  const [first] = await box.put('junk', { subject: 'a' }, { subject: 'b' })
  const mailboxId = box.folderId('junk')
  const start = (action: 'seen' | 'unseen') =>
    client.get(bulk.start, { body: { mailboxId, action } })
  await start('seen')
  await told('flags', first)
  const { jobId } = await start('unseen')
  const states: string[] = []
  while (states.at(-1) !== 'done') {
    const frame = await push.next('bulk')
    if (frame.jobId === jobId) states.push(frame.state)
  }
  expect(states[0]).toBe('running')
})
