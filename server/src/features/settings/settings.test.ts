import { type SettingChange, settings } from '@hongyan/contract/settings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newMailbox } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

it('MAILLIST-06 MAILLIST-07 MAILLIST-11 LIMITS-10 LIMITS-13 LIMITS-15 a list begins with 15 mails, medium density, 24 hours, GMT+8 and paging', async () => {
  const { client } = await newMailbox(server)
  expect(await client.get(settings.index, { body: {} })).toMatchObject({
    mailCount: 15,
    tableSize: 2,
    timeFormat: 24,
    timeZone: 8,
    showMailPageNumber: 2,
    showMailList: 1,
    showMailSize: 1,
    conversation: 0,
    mailSourceMarkEnable: 0,
    strangerMarkEnable: 0,
  })
})

it('MAILLIST-21 AUTH-16 SHELL-13 the archive and logoutLink are those of the configuration, islandPersonnel is whom the administrator names', async () => {
  const { client } = await newMailbox(server)
  expect(await client.get(settings.index, { body: {} })).toMatchObject({
    mailArchiveEnable: 0,
    logoutLink: '',
    islandPersonnel: 0,
  })
  const none = await client.call(settings.archiveUrl, { query: {} })
  expect(none.error).toBe('item.not-found')

  const archive = 'https://archive.example.org/of?a=1'
  const environment = {
    HONGYAN_ARCHIVE_LINK: archive,
    HONGYAN_LOGOUT_LINK: 'https://www.example.org/bye',
  }
  const other = await startTestServer({ beside: server, environment })
  try {
    const there = await newMailbox(other)
    await other.app.settings.allowImport(there.accountId, true)
    expect(await there.client.get(settings.index, { body: {} })).toMatchObject({
      mailArchiveEnable: 1,
      logoutLink: 'https://www.example.org/bye',
      islandPersonnel: 1,
    })
    expect(await there.client.get(settings.archiveUrl, { query: {} })).toEqual({ url: archive })
    await other.app.settings.allowImport(there.accountId, false)
    const { islandPersonnel } = await there.client.get(settings.index, { body: {} })
    expect(islandPersonnel).toBe(0)
    const asked = { body: { key: 'islandPersonnel', value: 1 } as never }
    expect((await there.client.call(settings.changeSetting, asked)).status).toBe(400)
  } finally {
    await other.stop()
  }
})

/** The fields of specification §3, by its three lists. */
const indexFields: [id: string, names: string][] = [
  [
    'SETTINGS-01',
    'calendarEnable validTime enableGray currentSkin festivalSkin mailArchiveEnable clientSwitch mailClient mailMoveEnable showMailPageNumber showMailList showMailSize passwordComplexLevel systemCopyringht',
  ],
  [
    'SETTINGS-02',
    'adminMailgroupFlag authMailgroupFlag displayOrg saveContact signPosition smimeEnable secretModeEnable autoForwardEnable mailSourceMarkEnable strangerMarkEnable displayEmail layout logoutLink mailApprovalDownload',
  ],
  [
    'SETTINGS-03',
    'islandPersonnel privateEnable netdiskEnable previewEnable timeZone timeFormat controlFileTypes festivalAskWord watermark fontSize newMailNotification language mailApproval approvalCount',
  ],
  [
    'SHELL-26',
    'currentSkin timeZone fontSize mailCount tableSize showMailSize layout displayEmail showLogout',
  ],
]

it.each(indexFields)('%s SETTINGS-06 the index call carries %s', async (_, names) => {
  const { client } = await newMailbox(server)
  const index = await client.get(settings.index, { body: {} })
  expect(Object.keys(index)).toEqual(expect.arrayContaining(names.split(' ')))
})

it('SHELL-27 netdiskEnable and previewEnable are each a JSON whose enabled is "1" or "0"', async () => {
  const { client } = await newMailbox(server)
  const { netdiskEnable, previewEnable } = await client.get(settings.index, { body: {} })
  expect([JSON.parse(netdiskEnable), JSON.parse(previewEnable)]).toEqual([
    { enabled: '0' },
    { enabled: '1' },
  ])
})

it('SHELL-11 SHELL-29 SHELL-30 SETTINGS-04 SETTINGS-11 ROUTES-16 what the organisation has is shown by the index, by the platform and nowhere else', async () => {
  const { client } = await newMailbox(server)
  expect(await client.get(settings.index, { body: {} })).toMatchObject({
    clientSwitch: 1,
    deviceEnable: 1,
    mailClient: '',
    gatewayEnable: 0,
    systemCopyringht: '',
    enableGray: 0,
    watermark: 0,
  })
  expect(await client.get(settings.gatewayUrl, { query: {} })).toEqual({ url: '' })
  const other = await startTestServer({
    beside: server,
    environment: {
      HONGYAN_CLIENT_LINK: 'https://apps.example.org/mail',
      HONGYAN_GATEWAY_LINK: 'https://gateway.example.org/',
      HONGYAN_COPYRIGHT: '© 2026 鸿雁示例科技',
      HONGYAN_HIDE_SOME: 'mail.example.org, m.example.org',
      HONGYAN_HIDE_GATEWAY: 'm.example.org',
      HONGYAN_SHOW_AI: 'mail.example.org',
    },
  })
  const organisation = await other.app.directory.organisation()
  if (!organisation) throw new Error('there is no organisation')
  try {
    const there = await newMailbox(other)
    for (const key of ['enableGray', 'watermark'] as const)
      await other.app.settings.turn(organisation.id, key, true)
    expect(await there.client.get(settings.index, { body: {} })).toMatchObject({
      mailClient: 'https://apps.example.org/mail',
      gatewayEnable: 1,
      systemCopyringht: '© 2026 鸿雁示例科技',
      enableGray: 1,
      watermark: 1,
    })
    const gateway = await there.client.get(settings.gatewayUrl, { query: {} })
    expect(gateway).toEqual({ url: 'https://gateway.example.org/' })
    expect(await there.client.get(settings.platform, {})).toMatchObject({
      hideSome: ['mail.example.org', 'm.example.org'],
      hideWangguan: ['m.example.org'],
      showAi: ['mail.example.org'],
      aiUrl: '/api/mail/main/ai/socket',
      systemCopyringht: '© 2026 鸿雁示例科技',
    })
  } finally {
    for (const key of ['enableGray', 'watermark'] as const)
      await other.app.settings.turn(organisation.id, key, false)
    await other.stop()
  }
})

it.each<[string, SettingChange]>([
  ['MAILLIST-06', { key: 'mailCount', value: 50 }],
  ['MAILLIST-07', { key: 'showMailPageNumber', value: 0 }],
  ['MAILLIST-07', { key: 'showMailList', value: 0 }],
  ['MAILLIST-08', { key: 'showMailSize', value: 0 }],
  ['MAILLIST-09', { key: 'tableSize', value: 3 }],
  ['MAILLIST-10', { key: 'layout', value: 2 }],
  ['MAILLIST-11', { key: 'timeFormat', value: 12 }],
  ['MAILLIST-11', { key: 'timeZone', value: -12 }],
  ['MAILLIST-29', { key: 'mailSourceMarkEnable', value: 1 }],
  ['MAILLIST-29', { key: 'strangerMarkEnable', value: 1 }],
  ['MAILLIST-02', { key: 'conversation', value: 1 }],
])('%s a setting is kept for its user alone', async (_, change) => {
  const [mine, theirs] = [await newMailbox(server), await newMailbox(server)]
  await mine.client.get(settings.changeSetting, { body: change })
  expect(await mine.client.get(settings.index, { body: {} })).toMatchObject({
    [change.key]: change.value,
  })
  expect(await theirs.client.get(settings.index, { body: {} })).not.toMatchObject({
    [change.key]: change.value,
  })
})

it('I18N-02 LIMITS-12 LIMITS-14 LIMITS-16 a user begins in Chinese, at GMT+8 and with small letters', async () => {
  const { client } = await newMailbox(server)
  expect(await client.get(settings.index, { body: {} })).toMatchObject({
    language: 'zh',
    timeZone: 8,
    fontSize: 1,
  })
})

it('I18N-02 LIMITS-12 every zone from GMT-12 to GMT+12 can be chosen, none beyond', async () => {
  const { client } = await newMailbox(server)
  for (let value = -12; value <= 12; value++) {
    await client.get(settings.changeSetting, { body: { key: 'timeZone', value } })
    expect((await client.get(settings.index, { body: {} })).timeZone).toBe(value)
  }
  for (const value of [-13, 13, 5.5, '8', null]) {
    const body = { key: 'timeZone', value } as never
    expect(await client.call(settings.changeSetting, { body })).toMatchObject({ status: 400 })
  }
  expect((await client.get(settings.index, { body: {} })).timeZone).toBe(12)
})

it('LIMITS-14 the letters have three sizes and no fourth', async () => {
  const { client } = await newMailbox(server)
  for (const value of [3, 2, 1] as const) {
    await client.get(settings.changeSetting, { body: { key: 'fontSize', value } })
    expect((await client.get(settings.index, { body: {} })).fontSize).toBe(value)
  }
  for (const value of [0, 4, 1.5, 'big']) {
    const body = { key: 'fontSize', value } as never
    expect(await client.call(settings.changeSetting, { body })).toMatchObject({ status: 400 })
  }
})

it('LIMITS-16 Chinese and English can be chosen, no other language', async () => {
  const { client } = await newMailbox(server)
  for (const value of ['en', 'zh'] as const) {
    await client.get(settings.changeSetting, { body: { key: 'language', value } })
    expect((await client.get(settings.index, { body: {} })).language).toBe(value)
  }
  for (const value of ['fr', 'zh-CN', '', 1]) {
    const body = { key: 'language', value } as never
    expect(await client.call(settings.changeSetting, { body })).toMatchObject({ status: 400 })
  }
})

it.each([
  { key: 'mailCount', value: 16 },
  { key: 'tableSize', value: 4 },
  { key: 'timeFormat', value: 13 },
  { key: 'timeZone', value: 13 },
  { key: 'timeZone', value: 0.5 },
  { key: 'conversation', value: 2 },
  { key: 'showMailSize', value: 'yes' },
  { key: 'isAdmin', value: 1 },
])('LIMITS-33 the setting $key = $value is refused', async (body) => {
  const { client } = await newMailbox(server)
  expect(await client.call(settings.changeSetting, { body: body as never })).toMatchObject({
    status: 400,
    error: 'request.invalid',
  })
})

it('ROUTES-06 SHELL-06 SHELL-07 SHELL-08 SHELL-26 layout, fontSize (wordSize of the specification), language and where one begins are saved, for oneself', async () => {
  const [mine, theirs] = [await newMailbox(server), await newMailbox(server)]
  const index = () => mine.client.get(settings.index, { body: {} })
  // `/` leads to the home screen until one says otherwise; showMailsize is showMailSize on the wire (G47).
  const before = { layout: 3, fontSize: 1, language: 'zh', startInInbox: 0, showMailSize: 1 }
  expect(await index()).toMatchObject(before)
  for (const body of [
    { key: 'layout', value: 2 },
    { key: 'fontSize', value: 3 },
    { key: 'language', value: 'en' },
    { key: 'startInInbox', value: 1 },
    { key: 'showMailSize', value: 0 },
  ] as const)
    await mine.client.get(settings.changeSetting, { body })
  const after = { layout: 2, fontSize: 3, language: 'en', startInInbox: 1, showMailSize: 0 }
  expect(await index()).toMatchObject(after)
  expect(await theirs.client.get(settings.index, { body: {} })).toMatchObject(before)
  for (const body of [
    { key: 'layout', value: 4 },
    { key: 'startInInbox', value: 2 },
  ])
    expect(await mine.client.call(settings.changeSetting, { body: body as never })).toMatchObject({
      status: 400,
    })
})

it('SHELL-10 SHELL-14 ROUTES-10 ROUTES-29 what is not there is switched off: mailApproval with its approvalCount, calendarEnable', async () => {
  const { client } = await newMailbox(server)
  const off = { mailApproval: 0, approvalCount: 0, calendarEnable: 0, adminMailgroupFlag: 0 }
  expect(await client.get(settings.index, { body: {} })).toMatchObject(off)
})

it('ERRORS-09 P9 keys of shortcuts hold no NUL and no half character, in their names neither, one by one and in the whole', async () => {
  const { client } = await newMailbox(server)
  for (const own of [
    { 'reply\u0000': 'x' },
    { reply: '\u0000' },
    { '\ud800': 'x' },
    { reply: '\udc00' },
  ]) {
    const one = { body: { key: 'shortcutKeys', value: own } as const }
    expect([own, (await client.call(settings.changeSetting, one)).status]).toEqual([own, 400])
    const whole = { body: { shortcutKeys: own } as never }
    expect([own, (await client.call(settings.saveConfig, whole)).status]).toEqual([own, 400])
  }
  const fine = { body: { key: 'shortcutKeys', value: { reply: '🦢' } } as const }
  expect((await client.call(settings.changeSetting, fine)).status).toBe(200)
})
