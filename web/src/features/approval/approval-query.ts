import { approval } from '@hongyan/contract/approval'
import type { ApprovalItem, ApprovalState } from '@hongyan/contract/approval-fields'
import type { Reply } from '@hongyan/contract/endpoint'
import { limits } from '@hongyan/contract/limits'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { queryClient } from '../../lib/queries.ts'

/** Mails that one decides on, or one's own that others decide on. */
export type Side = 'approver' | 'own'

export type StateTab = 'all' | ApprovalState

const lists = { approver: approval.approverApprovalList, own: approval.userApprovalList } as const

/** One of the two lists, a page at a time. */
export const approvalsQuery = (side: Side, state: StateTab) =>
  infiniteQueryOptions({
    queryKey: ['approval', 'list', side, state],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const sortValues = pageParam === '' ? {} : { sortValues: pageParam }
      return call(lists[side], { query: { state, pageSize: 30, ...sortValues } }, { signal })
    },
    getNextPageParam: ({ next }) => next,
  })

/** The application of one own mail that was sent; null when there is none. */
export const ownApplicationQuery = (mailId: number) =>
  queryOptions({
    queryKey: ['approval', 'of-mail', mailId],
    queryFn: async ({ signal }): Promise<ApprovalItem | null> => {
      const query = { pageSize: limits.maxPageSize }
      const { list } = await call(approval.userApprovalList, { query }, { signal })
      return list.find((one) => one.mailId === mailId) ?? null
    },
  })

/** How many wait for the caller, and how many own ones for others. */
export const approvalCountQuery = queryOptions({
  queryKey: ['approval', 'count'],
  queryFn: ({ signal }) => call(approval.unapprovedCount, { query: {} }, { signal }),
})

/** Who decides in the caller's place, and whether the caller is an approver at all. */
export const deputyQuery = queryOptions({
  queryKey: ['approval', 'deputy'],
  queryFn: ({ signal }) => call(approval.deputy, { query: {} }, { signal }),
})

/** One application, its mail and its trail. The links of its files live five minutes. */
export const approvalQuery = (approvalId: number) =>
  queryOptions({
    queryKey: ['approval', 'detail', approvalId],
    queryFn: ({ signal }) => call(approval.detail, { query: { approvalId } }, { signal }),
    refetchInterval: 4 * 60_000,
    retry: false,
  })

/** Whom the mail can go to next. */
export const nextApproversQuery = (approvalId: number) =>
  queryOptions({
    queryKey: ['approval', 'next', approvalId],
    queryFn: ({ signal }) => call(approval.approvers, { query: { approvalId } }, { signal }),
    staleTime: 0,
    retry: false,
  })

/** What is shown of approval is asked for again, the count too. */
export const refreshApprovals = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['approval'] })

/** The address of one application (R32). */
export const approvalPath = (item: Place): string =>
  `/appreply/${item.mailboxId}/${item.approvalId}/${encodeURIComponent(item.createTime)}/${item.state}/${item.recordState}`

type Place = Pick<ApprovalItem, 'mailboxId' | 'approvalId' | 'createTime' | 'state' | 'recordState'>

export type Decision = 'approve' | 'reject' | 'pass' | 'withdraw'

/** What each of several came to. */
export type Decided = Reply<typeof approval.approve>

interface Deciding {
  approvalIds: number[]
  opinion?: string
  /** Of those next in line; '' for all of them. */
  approver?: string
}

export function decide(
  decision: Decision,
  { approvalIds, opinion = '', approver = '' }: Deciding,
): Promise<Decided> {
  if (decision === 'withdraw') return call(approval.withdraw, { body: { approvalIds } })
  if (decision === 'pass') return call(approval.pass, { body: { approvalIds, opinion, approver } })
  return call(approval[decision], { body: { approvalIds, opinion } })
}
