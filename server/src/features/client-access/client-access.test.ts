import { clientAccess } from '@hongyan/contract/client-access'
import { settings } from '@hongyan/contract/settings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { httpClient } from '../../testing/http-client.ts'
import {
  connectImap,
  type ImapClient,
  newProgramMailbox,
  type ProgramMailbox,
} from '../../testing/imap-client.ts'
import { startTestServer, type TestServer, testPassword } from '../../testing/start-test-server.ts'

let server: TestServer
const tlsPort = () => server.app.imapPorts().tlsPort ?? 0

beforeAll(async () => {
  server = await startTestServer({
    environment: {
      HONGYAN_CAPTCHA: 'off',
      HONGYAN_PROGRAM_HOST: 'programs.example.test',
      HONGYAN_PROGRAM_PORTS: 'imaps=993, submission=587',
    },
  })
})

afterAll(() => server.stop())

const turn = async (
  on: boolean,
  key: 'clientSwitch' | 'deviceEnable' = 'clientSwitch',
): Promise<void> => {
  const organisation = await server.app.directory.organisation()
  if (!organisation) throw new Error('there is no organisation')
  await server.app.settings.turn(organisation.id, key, on)
}

it('CLIENTACCESS-02 the state tells programs the name and the ports that they see from outside', async () => {
  const { client } = await newProgramMailbox(server)
  const { protocols } = await client.get(clientAccess.detail, {})
  expect(protocols.find(({ protocol }) => protocol === 'imap')).toMatchObject({
    host: 'programs.example.test',
    tlsPort: 993,
  })
})

it('CLIENTACCESS-08 CLIENTACCESS-09 while the client service of the organisation is off no program comes in or stays in, and no code is made', async () => {
  const box = await newProgramMailbox(server)
  const program = await box.program()
  try {
    await turn(false)
    expect(await box.client.get(settings.index, { body: {} })).toMatchObject({ clientSwitch: 0 })
    const late = await connectImap(tlsPort())
    expect(await late.ask(`LOGIN ${box.address} ${box.code}`)).toMatch(/AUTHENTICATIONFAILED/)
    late.close()
    await server.app.clientAccess.setProtocol(box.accountId, { protocol: 'imap', state: true })
    expect(await program.closed()).toMatch(/\* BYE/)
    expect((await box.client.call(clientAccess.generatePassword, {})).error).toBe(
      'client-access.closed',
    )
    const on = { body: { state: 1, password: testPassword } } as const
    expect((await box.client.call(clientAccess.stateByUser, on)).error).toBe('client-access.closed')
  } finally {
    await turn(true)
  }
  const again = await box.program()
  expect(await again.ask('SELECT INBOX')).toMatch(/OK/)
  again.close()
})

const thunderbird = 'ID ("name" "Thunderbird" "version" "140.1" "os" "Linux")'
const phone = 'ID ("name" "iPhone Mail" "os" "iOS")'

/** A program that has said who it is, and opened the inbox. */
async function comeIn(box: ProgramMailbox, id: string, port = tlsPort()): Promise<ImapClient> {
  const program = await connectImap(port)
  await program.ask(`LOGIN ${box.address} ${box.code}`)
  await program.ask(id)
  expect(await program.ask('SELECT INBOX')).toMatch(/ OK /)
  return program
}

const programsOf = async ({ client }: ProgramMailbox) =>
  (await client.get(clientAccess.devices, {})).list.filter(({ kind }) => kind === 'program')

async function deviceOf(box: ProgramMailbox, name: string): Promise<string> {
  const found = (await programsOf(box)).find((one) => one.name.startsWith(name))
  if (!found) throw new Error(`${name} is not in the list`)
  return found.deviceId
}

it('CLIENTACCESS-10 CLIENTACCESS-13 the list has each program by what it says of itself and one that says nothing by its network, once, beside the browsers', async () => {
  const box = await newProgramMailbox(server)
  for (const id of [thunderbird, thunderbird.replace('140.1', '141.0'), phone, 'NOOP']) {
    const program = await comeIn(box, id)
    program.close()
  }
  const { list } = await box.client.get(clientAccess.devices, {})
  expect(list.map(({ kind, name, protocols }) => [kind, name, protocols])).toEqual([
    ['program', '', ['imap']],
    ['program', 'iPhone Mail · iOS', ['imap']],
    ['program', 'Thunderbird 141.0 · Linux', ['imap']],
    ['browser', expect.any(String), []],
  ])
  for (const one of list) {
    expect(one).toMatchObject({ ip: '127.0.0.1', status: 'registered' })
    expect(Date.parse(one.lastTime)).toBeGreaterThanOrEqual(Date.parse(one.registeredTime))
  }
  expect(list.at(-1)).toMatchObject({ current: 1, canWipe: 1 })
  expect(await box.client.get(clientAccess.detail, {})).toMatchObject({
    lastUse: { name: '', protocols: ['imap'], ip: '127.0.0.1' },
  })
})

it('CLIENTACCESS-11 CLIENTACCESS-13 an unbound program is cut off at once in every process and refused, before its ID and behind it, until it is let in again; others stay', async () => {
  const box = await newProgramMailbox(server)
  const other = await startTestServer({ beside: server })
  try {
    const there = await comeIn(box, thunderbird, other.app.imapPorts().tlsPort ?? 0)
    const here = await comeIn(box, thunderbird)
    const stays = await comeIn(box, phone)
    for (const one of [there, here, stays]) {
      one.write('i IDLE\r\n')
      await one.until(/^\+ /)
    }
    const deviceId = await deviceOf(box, 'Thunderbird')
    const set = (status: 'registered' | 'unbound' | 'offline' | 'wipe') =>
      box.client.call(clientAccess.updateStatus, { body: { deviceId, status } })
    expect((await set('wipe')).error).toBe('client-access.no-wipe')
    await set('unbound')
    for (const one of [there, here]) expect(await one.closed()).toMatch(/\* BYE/)
    expect((await programsOf(box)).map(({ name, status }) => [name, status])).toEqual(
      expect.arrayContaining([
        ['Thunderbird 140.1 · Linux', 'unbound'],
        ['iPhone Mail · iOS', 'registered'],
      ]),
    )
    // Behind the login, and whatever comes then.
    const late = await connectImap(tlsPort())
    await late.ask(`LOGIN ${box.address} ${box.code}`)
    expect(await late.ask(thunderbird)).toMatch(/NO \[AUTHORIZATIONFAILED\]/)
    late.write('x SELECT INBOX\r\n')
    expect(await late.until(/^x NO|^\* BYE/)).toMatch(/x NO|BYE/)
    late.close()
    // Before it.
    const early = await connectImap(tlsPort())
    await early.ask(thunderbird)
    expect(await early.ask(`LOGIN ${box.address} ${box.code}`)).toMatch(/AUTHORIZATIONFAILED/)
    early.close()
    stays.write('DONE\r\n')
    await stays.until(/^i OK/)
    expect(await stays.ask('NOOP')).toMatch(/OK/)

    await set('registered')
    const again = await comeIn(box, thunderbird)
    await set('offline')
    expect(await again.closed()).toMatch(/\* BYE/)
    expect((await programsOf(box)).map(({ status }) => status).sort()).toEqual([
      'offline',
      'registered',
    ])
    const back = await comeIn(box, thunderbird)
    expect((await programsOf(box)).map(({ status }) => status)).toEqual([
      'registered',
      'registered',
    ])
    back.close()
    stays.close()
  } finally {
    await other.stop()
  }
})

it('CLIENTACCESS-12 CLIENTACCESS-13 a deleted device is cut off and gone, a browser is signed out; where the organisation has no device page nobody is answered', async () => {
  const box = await newProgramMailbox(server)
  const program = await comeIn(box, phone)
  const deviceId = await deviceOf(box, 'iPhone')
  await box.client.get(clientAccess.removeDevice, { query: { deviceId } })
  expect(await program.closed()).toMatch(/\* BYE/)
  expect(await programsOf(box)).toEqual([])
  const gone = { query: { deviceId } }
  expect((await box.client.call(clientAccess.removeDevice, gone)).error).toBe('item.not-found')

  const second = httpClient(server.url)
  await second.logIn(box.address, testPassword)
  const browsers = (await second.get(clientAccess.devices, {})).list
  const first = browsers.find(({ current }) => current === 0)
  if (!first) throw new Error('the first login is not in the list')
  const body = { deviceId: first.deviceId, status: 'wipe' } as const
  await second.get(clientAccess.updateStatus, { body })
  expect((await box.client.call(clientAccess.detail, {})).error).toBe('session.expired')
  try {
    await turn(false, 'deviceEnable')
    expect((await second.call(clientAccess.devices, {})).error).toBe('client-access.devices-closed')
  } finally {
    await turn(true, 'deviceEnable')
  }
})
