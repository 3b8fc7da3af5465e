import { consoleContract as api } from '@hongyan/contract/console'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { inConsole } from '../testing/console-client.ts'
import { newMailbox } from '../testing/mailbox.ts'
import { startTestServer, type TestServer } from '../testing/start-test-server.ts'
import { userCommand } from './organisation.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
  await server.addPerson({ address: 'owner@example.test', isAdmin: true })
})

afterAll(() => server.stop())

const run = (...words: string[]) =>
  userCommand({ words, config: server.config, createApp, print: () => undefined })

it('issue 17: somebody on legal hold whom the command line shuts out keeps mailbox and hold; it deletes nobody', async () => {
  const owner = await inConsole(server, 'owner@example.test')
  const box = await newMailbox(server)
  const accountId = box.accountId as number
  await box.put('inbox', { subject: 'evidence' })
  const body = { reason: 'case 5', departmentIds: [], mailFrom: null, mailUntil: null }
  await owner.get(api.addLegalHold, { body: { ...body, accountIds: [accountId] } })
  for (const word of ['delete', 'remove'])
    await expect(run(word, box.address)).rejects.toThrow('there is no')
  expect(await run('disable', box.address)).toBe(0)
  expect(await owner.get(api.person, { query: { accountId } })).toMatchObject({ disabled: true })
  const erase = { accountId, heirId: null, addressesTo: 'nobody' as const }
  expect((await owner.call(api.deletePerson, { body: erase })).error).toBe('console.on-hold')
  expect(await run('enable', box.address)).toBe(0)
  expect(await box.subjects(box.inbox).catch(() => 'signed out')).toBe('signed out')
})
