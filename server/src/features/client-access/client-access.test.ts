import { clientAccess } from '@hongyan/contract/client-access'
import { settings } from '@hongyan/contract/settings'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectImap, newProgramMailbox } from '../../testing/imap-client.ts'
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

const turn = async (on: boolean): Promise<void> => {
  const organisation = await server.app.directory.organisation()
  if (!organisation) throw new Error('there is no organisation')
  await server.app.settings.turn(organisation.id, 'clientSwitch', on)
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
