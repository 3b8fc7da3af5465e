import { contacts, type TreePerson } from '@hongyan/contract/contacts'
import type { CallInput, Reply } from '@hongyan/contract/endpoint'
import { call } from '../../../lib/api.ts'

export type BookPage = Reply<typeof contacts.tree>
export type BookQuery = NonNullable<CallInput<typeof contacts.tree>['query']>

/** One page of the address book. */
export const bookPage = (query: BookQuery, signal?: AbortSignal): Promise<BookPage> =>
  call(contacts.tree, { query }, signal === undefined ? {} : { signal })

/** Everybody of a department and of those below it. Rejects when they are more than one mail may have. */
export async function wholeDepartment(departmentId: number): Promise<TreePerson[]> {
  const { people } = await bookPage({ node: 'department', departmentId, whole: true })
  return people
}
