import { settings } from '@hongyan/contract/settings'
import { drawnSkin, namedSkins, skinIds } from '@hongyan/contract/skins'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newMailbox } from '../../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server.stop())

it('SKIN-01 SKIN-03 SETTINGS-09 each of the nine skin ids is kept as currentSkin, another is refused', async () => {
  const { client } = await newMailbox(server)
  const index = () => client.get(settings.index, { body: {} })
  expect(await index()).toMatchObject({ currentSkin: 'skin_0', darkMode: 'system', enableGray: 0 })
  expect(skinIds).toHaveLength(9)
  expect(namedSkins).toHaveLength(8)
  expect(drawnSkin('skin_8')).toBe('skin_7')
  for (const skin of skinIds) {
    await client.get(settings.changeSkin, { body: { skin } })
    expect((await index()).currentSkin).toBe(skin)
  }
  const asked = { body: { skin: 'skin_9' } as never }
  expect((await client.call(settings.changeSkin, asked)).status).toBe(400)
  await client.get(settings.changeSetting, { body: { key: 'darkMode', value: 'on' } })
  expect(await index()).toMatchObject({ currentSkin: 'skin_8', darkMode: 'on' })
})

it('SKIN-04 SKIN-05 SETTINGS-04 the organisation offers a festivalSkin with its festivalAskWord, and turns all grey', async () => {
  const { client } = await newMailbox(server)
  const { settings: own, directory } = server.app
  const organisation = (await directory.organisation())?.id ?? (0 as never)
  const index = () => client.get(settings.index, { body: {} })
  expect(await index()).toMatchObject({ festivalSkin: '', festivalAskWord: '' })
  await own.offerSkin(organisation, { festivalSkin: 'skin_4', festivalAskWord: '新春快乐' })
  await own.turn(organisation, 'enableGray', true)
  expect(await index()).toMatchObject({
    festivalSkin: 'skin_4',
    festivalAskWord: '新春快乐',
    enableGray: 1,
    smimeEnable: 1,
  })
  await own.offerSkin(organisation, { festivalSkin: '', festivalAskWord: '' })
  await own.turn(organisation, 'enableGray', false)
  expect(await index()).toMatchObject({ festivalSkin: '', festivalAskWord: '', enableGray: 0 })
})
