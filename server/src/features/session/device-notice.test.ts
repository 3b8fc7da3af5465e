import { messages } from '@hongyan/contract/messages'
import { records } from '@hongyan/contract/records'
import { session } from '@hongyan/contract/session'
import { settings } from '@hongyan/contract/settings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { json, sql } from '../../platform/db/sql.ts'
import { eventually, listFolder, signIn } from '../../testing/compose-helpers.ts'
import { httpClient } from '../../testing/http-client.ts'
import { openPush } from '../../testing/push-client.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer({
    environment: { HONGYAN_DEVICE_NOTICES: 'on', HONGYAN_TRUST_PROXY: 'on' },
  })
})

afterAll(() => server.stop())

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:131.0) Gecko/20100101 Firefox/131.0'

/** Signs in as a browser would. @returns the cookie that it is known by from then on */
async function logIn(username: string, cookie = ''): Promise<string> {
  const answer = await fetch(`${server.url}/api/${session.login.path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': firefox,
      'X-Forwarded-For': '203.0.113.7',
      Cookie: cookie,
    },
    body: JSON.stringify({ username, password: testPassword }),
  })
  expect(answer.status).toBe(200)
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

async function person(address: string, language: 'zh' | 'en') {
  await server.addPerson({ address })
  const client = await signIn(server, address)
  await client.get(settings.changeSetting, { body: { key: 'language', value: language } })
  await client.get(settings.changeSetting, { body: { key: 'timeZone', value: -5 } })
  return client
}

type Client = Awaited<ReturnType<typeof person>>

const notices = (client: Client, count: number) =>
  eventually(
    async () => (await listFolder(client, 'inbox')).list,
    (list) => list.length >= count,
    `${count} notices`,
  )

const toldInLog = async (client: Client): Promise<number> =>
  (await client.get(records.userLog, { query: { actions: 'new-device' } })).list.length

async function bodyOf(client: Client, mail: { mailId: number } | undefined): Promise<string> {
  const { text } = await client.get(messages.detail, { query: { mailId: mail?.mailId ?? 0 } })
  return text ?? ''
}

it('T18 a login on a device that was never seen is told in the inbox: the first one and a known browser are not', async () => {
  const client = await person('anna@example.test', 'en')
  const push = await openPush(server, { address: 'anna@example.test', client })
  const cookie = await logIn('anna@example.test')
  while ((await push.next('mailbox')).kind !== 'added');
  push.close()
  const list = await notices(client, 1)
  // The very first login wrote none, and a browser that was there before writes none.
  await logIn('anna@example.test', cookie)
  await logIn('anna@example.test')
  expect(await notices(client, 2)).toHaveLength(2)
  expect(await toldInLog(client)).toBe(2)
  expect(list).toHaveLength(1)
  expect(list[0]).toMatchObject({
    mailSubject: 'New device signed in to your mailbox: Firefox 131 · Windows',
    mailFrom: { address: 'mailer-daemon@example.test' },
  })
  const text = await bodyOf(client, list[0])
  expect(text).toMatch(/Time: \d{4}-\d\d-\d\d \d\d:\d\d \(UTC-5\)/)
  for (const words of ['Firefox 131 · Windows', '203.0.113.7', 'Change your password'])
    expect(text).toContain(words)
})

it('T18 in the owner’s language, five a day and no more; the log tells of every one', async () => {
  const client = await person('bo@example.test', 'zh')
  for (let device = 0; device < 7; device++) await logIn('bo@example.test')
  const list = await notices(client, 5)
  expect(await toldInLog(client)).toBe(7)
  // What comes later than a sixth notice would have: mail that was asked for after it.
  const again = await person('later@example.test', 'zh')
  await logIn('later@example.test')
  await notices(again, 1)
  expect(await notices(client, 5)).toHaveLength(5)
  const texts = await Promise.all(list.map((mail) => bodyOf(client, mail)))
  expect(texts.filter((text) => text.includes('今天不再就新设备发送邮件'))).toHaveLength(1)
  expect(list[0]?.mailSubject).toBe('您的邮箱在新设备上登录：Firefox 131 · Windows')
})

it('T18 nothing is told to who could not sign in, and nobody waits for the mail', async () => {
  const client = await person('cara@example.test', 'zh')
  await httpClient(server.url).logIn('cara@example.test', 'wrong-password')
  await logIn('cara@example.test')
  expect(await notices(client, 1)).toHaveLength(1)
})

it('T18 a job that is done twice, after a kill before its end, tells of a login once', async () => {
  const client = await person('twice@example.test', 'en')
  const { app } = server
  const recipient = await app.directory.findRecipient('twice@example.test')
  const owner = recipient && (await app.directory.ownerOf(recipient.accountId))
  if (!owner) throw new Error('nobody')
  const job = (at: string) =>
    app.database.run(
      sql`SELECT graphile_worker.add_job('new-device-notice', ${json({
        ...{ userId: owner.userId, accountId: recipient.accountId, at },
        ...{ ip: '203.0.113.9', userAgent: firefox, isLast: false },
      })}::json)`,
    )
  const times = ['2026-01-02T03:04:05.006Z', '2026-01-02T03:04:05.006Z', '2026-01-03T03:04:05.006Z']
  for (const at of times) await job(at)
  await eventually(
    () =>
      app.database.query(
        sql`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'new-device-notice'`,
      ),
    (waiting) => waiting.length === 0,
    'the jobs to be done',
  )
  expect((await listFolder(client, 'inbox')).list).toHaveLength(2)
})
