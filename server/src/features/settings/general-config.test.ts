import { compose } from '@hongyan/contract/compose'
import { rules } from '@hongyan/contract/rules'
import { settings } from '@hongyan/contract/settings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mailBody } from '../../testing/compose-helpers.ts'
import { newMailbox } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

/** One other value for each line of the general config (specification §3 General). */
const everything = {
  showMailSize: 0,
  fontSize: 3,
  mailCount: 50,
  tableSize: 3,
  layout: 2,
  showMailList: 0,
  displayEmail: 0,
  subjectPrefix: 'zh',
  replyWithOriginal: 0,
  forwardWithOriginal: 0,
  language: 'en',
  saveContact: 0,
  newMailNotification: 0,
  smsNotice: 1,
  timeZone: -5,
  timeFormat: 12,
} as const
const autoReply = {
  enabled: true,
  content: '我在休假 / I am away',
  startTime: '2026-10-01 09:00',
  endTime: '2026-10-08 18:00',
}
const autoForward = { enabled: true, forwardTo: ['peer@other.test'], keepOriginal: false }

it('SETTINGS-05 SETTINGS-07 generalConfig/save keeps every general setting, generalConfig/get and generalConfig/gain give them again', async () => {
  const [mine, theirs] = [await newMailbox(server), await newMailbox(server)]
  const before = await theirs.client.get(settings.shortConfig, { query: {} })
  await mine.client.get(settings.saveConfig, { body: { ...everything, autoReply, autoForward } })
  const whole = await mine.client.get(settings.config, { query: {} })
  expect(whole).toMatchObject({ ...everything, autoReply, autoForward })
  const { autoReply: _reply, autoForward: _forward, ...short } = whole
  expect(await mine.client.get(settings.shortConfig, { query: {} })).toEqual(short)
  expect(await mine.client.get(settings.index, { body: {} })).toMatchObject(everything)
  // The period was meant in the zone that was saved with it.
  expect(await mine.client.get(rules.getReply, { query: {} })).toEqual(autoReply)
  expect(await theirs.client.get(settings.shortConfig, { query: {} })).toEqual(before)
})

it('SETTINGS-07 what generalConfig/save leaves out stays, and nothing is changed where one value is refused', async () => {
  const { client } = await newMailbox(server)
  await client.get(settings.saveConfig, { body: { mailCount: 30 } })
  await client.get(settings.saveConfig, { body: { fontSize: 2 } })
  expect(await client.get(settings.config, { query: {} })).toMatchObject({
    mailCount: 30,
    fontSize: 2,
    timeZone: 8,
  })
  for (const body of [
    { fontSize: 1, timeZone: 13 },
    { fontSize: 1, autoReply: { ...autoReply, content: ' ' } },
    { fontSize: 1, autoForward: { ...autoForward, forwardTo: ['no address'] } },
    { fontSize: 1, emailAddr: 'somebody@else.test' },
  ]) {
    const refused = await client.call(settings.saveConfig, { body: body as never })
    expect(refused.status).toBeGreaterThanOrEqual(400)
  }
  const after = await client.get(settings.config, { query: {} })
  expect(after).toMatchObject({ fontSize: 2, autoReply: { enabled: false } })
  const odd = { islandPersonnel: 1, isAdmin: 1 } as never
  await client.call(settings.saveConfig, { body: odd })
  expect((await client.get(settings.index, { body: {} })).islandPersonnel).toBe(0)
})

it('SETTINGS-05 whom one writes to is offered again unless saveContact is 0, and is no stranger either way', async () => {
  const { client } = await newMailbox(server)
  const suggest = async (keyword: string) =>
    (await client.get(compose.suggest, { query: { keyword } })).list.map((one) => one.address)
  await client.get(compose.send, { body: mailBody({ mailTo: ['kept@other.test'] }) })
  await client.get(settings.saveConfig, { body: { saveContact: 0 } })
  await client.get(compose.send, { body: mailBody({ mailTo: ['unkept@other.test'] }) })
  expect([await suggest('kept'), await suggest('unkept')]).toEqual([['kept@other.test'], []])
})

it('SHELL-06 SHELL-07 SHELL-08 SETTINGS-08 SETTINGS-09 generalConfig/single/update saves layout, fontSize (wordSize small, middle, big) and language, each by itself', async () => {
  const { client } = await newMailbox(server)
  const index = () => client.get(settings.index, { body: {} })
  for (const body of [
    { key: 'layout', value: 2 },
    { key: 'fontSize', value: 3 },
    { key: 'language', value: 'en' },
  ] as const) {
    const { [body.key]: _, ...others } = await index()
    await client.get(settings.changeSetting, { body })
    const { [body.key]: now, ...rest } = await index()
    expect([now, rest]).toEqual([body.value, others])
  }
})
