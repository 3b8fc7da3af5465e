import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { folders } from '@hongyan/contract/folders'
import { messages } from '@hongyan/contract/messages'
import { settings } from '@hongyan/contract/settings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { deliver } from '../../testing/builders.ts'
import { listFolder } from '../../testing/compose-helpers.ts'
import { newMailbox } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer
let gateway: Server
/** What the gateway was asked to send. */
const sent: { phone: string; text: string }[] = []

beforeAll(async () => {
  gateway = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    sent.push(JSON.parse(Buffer.concat(parts).toString()))
    response.end()
  })
  gateway.listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  const { port } = gateway.address() as AddressInfo
  server = await startTestServer({ environment: { HONGYAN_SMS_URL: `http://127.0.0.1:${port}/` } })
})

afterAll(async () => {
  await server.stop()
  gateway.close()
})

let people = 0

/** Somebody with a phone who wishes for notices. */
async function newReader(language: 'zh' | 'en' = 'zh') {
  const box = await newMailbox(server)
  const number = `139${String(++people).padStart(8, '0')}`
  await server.app.database.run(sql`
    UPDATE users SET bound_phone = ${number} WHERE account_id = ${box.accountId}`)
  await box.client.get(settings.changeSetting, { body: { key: 'language', value: language } })
  await box.client.get(settings.changeSetting, { body: { key: 'smsNotice', value: 1 } })
  const { database } = server.app
  const isDue = async () => {
    const [row] = await database.query(sql<{ due: boolean }>`
      SELECT due_at IS NOT NULL AS due FROM sms_notices WHERE account_id = ${box.accountId}`)
    return row?.due
  }
  /** Waits until the next notice has its time. */
  const due = () => expect.poll(isDue).toBe(true)
  /** Its time comes, and it is done with. */
  const pass = async () => {
    await due()
    await database.run(sql`
      UPDATE graphile_worker._private_jobs SET run_at = now() WHERE key = ${`sms-notice ${box.accountId}`}`)
    await expect.poll(isDue).toBe(false)
  }
  const texts = () => sent.filter((one) => one.phone === number).map((one) => one.text)
  return { ...box, due, isDue, pass, texts }
}

/** Seconds until the next notice. */
async function waitOf(accountId: unknown): Promise<number> {
  const [row] = await server.app.database.query(sql<{ seconds: number }>`
    SELECT extract(epoch FROM due_at - now())::int AS seconds FROM sms_notices WHERE account_id = ${accountId as never}`)
  return row?.seconds ?? 0
}

it('SETTINGS-05 the bound phone is told how much new mail waits, in the own language, and nothing of what is in it', async () => {
  const zh = await newReader()
  const en = await newReader('en')
  for (const { address } of [zh, zh, en])
    await deliver(server, address, { subject: 'merger on Friday', from: 'boss@other.test' })
  await en.due()
  // The whole page is saved, with the wish as it was: the notice that waits still comes.
  await en.client.get(settings.saveConfig, { body: { smsNotice: 1 } })
  expect(await en.isDue()).toBe(true)
  await zh.pass()
  await en.pass()
  await expect.poll(zh.texts).toEqual(['您有 2 封新邮件未读，请登录邮箱查看。'])
  await expect
    .poll(en.texts)
    .toEqual(['You have a new unread message. Sign in to your mailbox to read it.'])
  // What comes soon after waits for the rest of the quarter of an hour.
  await deliver(server, zh.address, {})
  await zh.due()
  expect(await waitOf(zh.accountId)).toBeGreaterThan(600)
})

it('SETTINGS-05 nothing is sent of mail that was read meanwhile, that lies behind a folder password, or without a phone', async () => {
  const read = await newReader()
  await deliver(server, read.address, {})
  await read.due()
  const [mail] = (await listFolder(read.client, 'inbox')).list
  await read.client.get(messages.seen, { body: { mailIds: [mail?.mailId ?? 0], seen: 1 } })
  await read.pass()

  const bare = await newReader()
  await server.app.database.run(sql`
    UPDATE users SET bound_phone = NULL WHERE account_id = ${bare.accountId}`)
  await deliver(server, bare.address, {})
  await bare.pass()

  const locked = await newReader()
  await deliver(server, locked.address, {})
  await locked.due()
  const { folderId } = await locked.client.get(folders.add, { body: { folderName: '机密' } })
  const hidden = (await listFolder(locked.client, 'inbox')).list.map((one) => one.mailId)
  await locked.client.get(messages.move, { body: { mailIds: hidden, targetMailboxId: folderId } })
  await server.app.database.run(sql`
    UPDATE folders SET password_hash = 'set' WHERE id = ${folderId}`)
  await locked.pass()

  const off = await newReader()
  await deliver(server, off.address, {})
  await off.due()
  await off.client.get(settings.saveConfig, { body: { smsNotice: 0 } })
  expect(await off.isDue()).toBe(false)
  await deliver(server, off.address, {})

  // A last one that is told shows that all before it was passed by.
  const last = await newReader()
  await deliver(server, last.address, {})
  await last.pass()
  await expect.poll(() => last.texts().length).toBe(1)
  expect([read, bare, locked, off].flatMap((one) => one.texts())).toEqual([])
  expect(await off.isDue()).toBe(false)
})

it('SETTINGS-05 LIMITS-33 ten text messages a day and no more, also by turning it off and on', async () => {
  const one = await newReader()
  await server.app.database.run(sql`
    UPDATE sms_notices SET sent_at = array_fill(now(), ARRAY[10]) WHERE account_id = ${one.accountId}`)
  for (const value of [0, 1] as const)
    await one.client.get(settings.changeSetting, { body: { key: 'smsNotice', value } })
  await deliver(server, one.address, {})
  await one.pass()
  expect(one.texts()).toEqual([])
  // A day later there is room again.
  await server.app.database.run(sql`
    UPDATE sms_notices SET sent_at = array_fill(now() - interval '25 hours', ARRAY[10]) WHERE account_id = ${one.accountId}`)
  await deliver(server, one.address, {})
  await one.pass()
  await expect.poll(() => one.texts().length).toBe(1)
})
