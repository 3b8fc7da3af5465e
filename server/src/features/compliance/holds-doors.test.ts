import { consoleContract as api } from '@hongyan/contract/console'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../platform/db/sql.ts'
import { consoleUrl, inConsole } from '../../testing/console-client.ts'
import type { HttpClient } from '../../testing/http-client.ts'
import { newProgramMailbox, type ProgramMailbox } from '../../testing/imap-client.ts'
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts'

let server: TestServer
let owner: HttpClient
let token: string

beforeAll(async () => {
  server = await startTestServer()
  await server.addPerson({ address: 'owner@example.test', isAdmin: true })
  owner = await inConsole(server, 'owner@example.test')
  token = (await owner.get(api.addScimToken, { body: { name: 'Entra ID' } })).token
})

afterAll(() => server.stop())

const scim = async (method: string, path: string) =>
  (
    await fetch(`${consoleUrl(server)}/scim/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
    })
  ).status

async function held(): Promise<ProgramMailbox> {
  const box = await newProgramMailbox(server)
  await box.put('inbox', { subject: 'evidence' })
  const body = { reason: 'case 5', departmentIds: [], mailFrom: null, mailUntil: null }
  await owner.get(api.addLegalHold, { body: { ...body, accountIds: [box.accountId] } })
  return box
}

/** Disabled, with the mailbox as it was and the hold upon it. */
async function expectKept({ accountId }: ProgramMailbox): Promise<void> {
  const { database } = server.app
  const rows = await database.query(sql<{ subject: string }>`
    SELECT subject FROM messages WHERE account_id = ${accountId}`)
  expect(rows).toEqual([{ subject: 'evidence' }])
  expect((await owner.get(api.person, { query: { accountId } })).disabled).toBe(true)
  const erase = { accountId: accountId as number, heirId: null, addressesTo: 'nobody' as const }
  expect((await owner.call(api.deletePerson, { body: erase })).error).toBe('console.on-hold')
}

it('issue 17: somebody on hold whom SCIM deletes is shut out and keeps mailbox and hold', async () => {
  const box = await held()
  expect(await scim('DELETE', `/Users/${box.accountId}`)).toBe(204)
  expect(await scim('GET', `/Users/${box.accountId}`)).toBe(404)
  await expectKept(box)
})

it('issue 17: a department that a hold names is deleted neither in the console nor by SCIM, until the hold is released', async () => {
  const { database } = server.app
  const { id } = await owner.get(api.saveDepartment, { body: { name: '稽核部', parentId: null } })
  const body = { reason: 'case 6', accountIds: [], mailFrom: null, mailUntil: null }
  const hold = await owner.get(api.addLegalHold, { body: { ...body, departmentIds: [id] } })
  // Came later: on hold for as long as the department is there.
  const box = await newProgramMailbox(server)
  await database.run(
    sql`UPDATE users SET department_id = ${id} WHERE account_id = ${box.accountId}`,
  )
  expect(await scim('DELETE', `/Groups/${id}`)).toBe(409)
  const erase = {
    accountId: box.accountId as number,
    heirId: null,
    addressesTo: 'nobody' as const,
  }
  expect((await owner.call(api.deletePerson, { body: erase })).error).toBe('console.on-hold')
  await database.run(sql`UPDATE users SET department_id = NULL WHERE account_id = ${box.accountId}`)
  const remove = () => owner.call(api.removeDepartment, { body: { id } })
  expect((await remove()).error).toBe('console.department-on-hold')
  await owner.get(api.releaseLegalHold, { body: { id: hold.id } })
  expect((await remove()).code).toBe(200)
})
