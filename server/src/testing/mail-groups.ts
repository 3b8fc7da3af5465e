import type { CallInput } from '@hongyan/contract/endpoint'
import { groups, type MemberType } from '@hongyan/contract/groups'
import { signIn } from './compose-helpers.ts'
import type { HttpClient } from './http-client.ts'
import type { TestServer } from './start-test-server.ts'

type SaveBody = CallInput<typeof groups.save>['body']

/** An administrator, who makes groups. */
export async function signInAdmin(server: TestServer): Promise<HttpClient> {
  await server.addPerson({ address: 'boss@example.test', name: '陈总', isAdmin: true })
  return signIn(server, 'boss@example.test')
}

export interface GroupEntries {
  member?: string[]
  manager?: string[]
  authorised?: string[]
  departmentIds?: number[]
}

/** A group with people in it, by their addresses; its maker manages it. @returns its id */
export async function newGroup(
  admin: HttpClient,
  values: Partial<SaveBody> & { address: string },
  entries: GroupEntries = {},
): Promise<number> {
  const name = values.address.split('@')[0] ?? ''
  const { groupId } = await admin.get(groups.save, { body: { name, ...values } })
  for (const type of ['member', 'manager', 'authorised'] as const)
    await addTo(admin, { groupId, type, addresses: entries[type] ?? [] })
  if (entries.departmentIds) {
    const body = { groupId, type: 'member' as const, departmentIds: entries.departmentIds }
    await admin.get(groups.saveMembers, { body })
  }
  return groupId
}

export const addTo = (
  admin: HttpClient,
  { groupId, type, addresses }: { groupId: number; type: MemberType; addresses: string[] },
) =>
  admin.get(groups.saveMembers, {
    body: { groupId, type, addresses: addresses.map((address) => ({ address })) },
  })
