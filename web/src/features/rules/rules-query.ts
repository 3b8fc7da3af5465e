import type { CallInput } from '@hongyan/contract/endpoint'
import { labels } from '@hongyan/contract/labels'
import { type Rule, rules } from '@hongyan/contract/rules'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/queries.ts'

export const rulesQuery = queryOptions({
  queryKey: ['rules'],
  queryFn: async ({ signal }) => (await call(rules.list, { query: {} }, { signal })).list,
})

/** The last run over existing mail; looked at again and again while it goes on. */
export const runQuery = queryOptions({
  queryKey: ['rules', 'run'],
  queryFn: async ({ signal }) => (await call(rules.runState, { query: {} }, { signal })).run,
  refetchInterval: ({ state }) => (state.data?.state === 'running' ? 700 : false),
})

export const replyQuery = queryOptions({
  queryKey: ['auto-reply'],
  queryFn: ({ signal }) => call(rules.getReply, { query: {} }, { signal }),
})

export const forwardQuery = queryOptions({
  queryKey: ['auto-forward'],
  queryFn: ({ signal }) => call(rules.getForward, { query: {} }, { signal }),
})

export const ruleLabelsQuery = queryOptions({
  queryKey: ['labels', 'rules'],
  queryFn: async ({ signal }) => (await call(labels.list, { query: {} }, { signal })).list,
})

export type RuleBody = CallInput<typeof rules.save>['body']

export async function saveRule(body: RuleBody): Promise<void> {
  await call(rules.save, { body })
  await queryClient.invalidateQueries({ queryKey: rulesQuery.queryKey, exact: true })
}

export async function removeRule(rule: Rule): Promise<void> {
  await call(rules.remove, { params: { id: rule.classifyId } })
  setRules((list) => list.filter((one) => one.classifyId !== rule.classifyId))
}

/** Without a list the server deletes them all, those too that this page has not heard of yet. */
export async function removeAllRules(): Promise<void> {
  await call(rules.removeAll, { body: {} })
  setRules(() => [])
}

export async function switchRule(rule: Rule, enabled: boolean): Promise<void> {
  await call(rules.status, { body: { classifyId: rule.classifyId, enabled } })
  setRules((list) =>
    list.map((one) => (one.classifyId === rule.classifyId ? { ...one, enabled } : one)),
  )
}

/** Moves a rule one place up (-1) or down (1): on screen at once, put back when the server refuses. */
export async function moveRule(rule: Rule, by: -1 | 1): Promise<void> {
  const before = queryClient.getQueryData(rulesQuery.queryKey) ?? []
  const at = before.findIndex((one) => one.classifyId === rule.classifyId)
  const after = before.toSpliced(at, 1).toSpliced(at + by, 0, rule)
  queryClient.setQueryData(rulesQuery.queryKey, after)
  try {
    await call(rules.sort, { body: { classifyIds: after.map((one) => one.classifyId) } })
  } catch (thrown) {
    queryClient.setQueryData(rulesQuery.queryKey, before)
    throw thrown
  }
}

const setRules = (change: (list: Rule[]) => Rule[]): void =>
  void queryClient.setQueryData(rulesQuery.queryKey, (list) => list && change(list))
