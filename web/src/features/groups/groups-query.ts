import type { CallInput } from '@hongyan/contract/endpoint'
import { groups, type MailGroup, type MemberType } from '@hongyan/contract/groups'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { settingsQuery } from '../../lib/me.ts'
import { queryClient } from '../../lib/queries.ts'

export type Which = 'managed' | 'authorised'

export const groupsQuery = (which: Which) =>
  queryOptions({
    queryKey: ['groups', which],
    queryFn: ({ signal }) => call(groups.list, { query: { which } }, { signal }),
  })

/** Entries of a group, a page at a time. */
export const membersQuery = (groupId: number, keyword: string) =>
  infiniteQueryOptions({
    queryKey: ['group-members', groupId, keyword],
    queryFn: ({ pageParam, signal }) =>
      call(groups.members, { query: { groupId, keyword, after: pageParam } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ list, hasMore }) => (hasMore ? list.at(-1)?.memberId : undefined),
  })

export type GroupBody = CallInput<typeof groups.save>['body']

export async function saveGroup(body: GroupBody): Promise<void> {
  await call(groups.save, { body })
  await refresh()
}

export async function removeGroup({ groupId }: MailGroup): Promise<void> {
  await call(groups.remove, { body: { groupId } })
  await refresh()
}

export interface Adding {
  addresses?: { address: string; name: string }[]
  departmentIds?: number[]
  memberIds?: number[]
}

export async function saveMembers(
  groupId: number,
  type: MemberType,
  adding: Adding,
): Promise<void> {
  await call(groups.saveMembers, { body: { groupId, type, ...adding } })
  await refresh(groupId)
}

export async function removeMember(groupId: number, memberId: number): Promise<void> {
  await call(groups.removeMembers, { body: { groupId, memberIds: [memberId] } })
  await refresh(groupId)
}

/** Also what the menu shows: the last group that is gone takes its entry along. */
async function refresh(groupId?: number): Promise<void> {
  const keys = [
    ['groups'],
    settingsQuery.queryKey,
    ...(groupId === undefined ? [] : [['group-members', groupId]]),
  ]
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
