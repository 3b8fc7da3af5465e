import { limits } from '@hongyan/contract/limits'
import {
  type AccountLogItem,
  accountActions,
  type DeletedItem,
  type HistoryItem,
  type MailLogItem,
  mailActions,
} from '@hongyan/contract/records'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { ActivityRow } from '../../mailstore/records/activity.queries.ts'
import type { DeletedRow } from '../../mailstore/records/deleted.queries.ts'
import type { Viewer } from '../../mailstore/types.ts'
import { AppError } from '../../platform/errors.ts'
import { asId, type FolderId, type MessageId } from '../../platform/ids.ts'
import { fromTimeCursor, toTimeCursor } from '../../platform/time-cursor.ts'

interface PageRequest {
  pageSize: number
  sortValues?: string | undefined
}

interface LogRequest<Action> extends PageRequest {
  actions?: readonly Action[] | undefined
  startTime?: string | undefined
  endTime?: string | undefined
}

interface Page<Item> {
  list: Item[]
  hasMore: boolean
}

export type Records = ReturnType<typeof createRecords>

/** The user's own log, the history of mail, and mail deleted for good: the last 30 days of each. */
export const createRecords = ({ mailstore }: { mailstore: Mailstore }) => ({
  /** @throws search.range */
  userLog: async (
    viewer: Viewer,
    request: LogRequest<AccountLogItem['action']>,
  ): Promise<Page<AccountLogItem>> => {
    const kinds = request.actions ?? accountActions
    const { rows, hasMore } = await activity(mailstore, viewer, { ...request, kinds })
    return { hasMore, list: rows.flatMap(asAccountItem) }
  },
  /** @throws search.range */
  mailLog: async (
    viewer: Viewer,
    request: LogRequest<MailLogItem['action']>,
  ): Promise<Page<MailLogItem>> => {
    const kinds = request.actions ?? mailActions
    const { rows, hasMore } = await activity(mailstore, viewer, { ...request, kinds })
    return { hasMore, list: rows.flatMap(asMailItem) }
  },
  /** Mail that came or left, or with `mailId` everything about one mail. @throws search.range */
  history: async (
    viewer: Viewer,
    request: LogRequest<never> & { mailId?: number | undefined },
  ): Promise<Page<HistoryItem>> => {
    const { rows, hasMore } =
      request.mailId === undefined
        ? await activity(mailstore, viewer, { ...request, kinds: ['receive', 'send'] })
        : await storyOf(mailstore, viewer, { ...request, messageId: asId(request.mailId) })
    return { hasMore, list: rows.flatMap(asHistoryItem) }
  },
  deleted: async (
    { accountId, hidden }: Viewer,
    { pageSize, sortValues }: PageRequest,
  ): Promise<Page<DeletedItem>> => {
    const cursor = fromTimeCursor(sortValues)
    const found = await mailstore.deleted({ accountId, hidden, cursor, limit: pageSize + 1 })
    const rows = found.slice(0, pageSize)
    const targets = await mailstore.formerFolders(accountId, rows)
    return {
      hasMore: found.length > pageSize,
      list: rows.map((row) => asDeletedItem(row, targets.get(row.id) ?? row.folderId)),
    }
  },
  /** @throws mail.none-selected, item.not-found, quota.full */
  recover: async (viewer: Viewer, mailIds: readonly number[]): Promise<number> => {
    if (mailIds.length === 0) throw new AppError('mail.none-selected')
    const ids = mailIds.map((id) => asId<MessageId>(id))
    return mailstore.recover(viewer, ids)
  },
})

async function activity(
  mailstore: Mailstore,
  { accountId, hidden }: Viewer,
  request: LogRequest<unknown> & { kinds: readonly string[] },
): Promise<{ rows: ActivityRow[]; hasMore: boolean }> {
  const from = request.startTime ? new Date(request.startTime) : null
  const until = request.endTime ? new Date(request.endTime) : null
  if (from && until && from > until) throw new AppError('search.range')
  const { kinds, pageSize } = request
  const cursor = fromTimeCursor(request.sortValues)
  const limit = pageSize + 1
  const rows = await mailstore.activity({ accountId, hidden, kinds, cursor, limit, from, until })
  return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize }
}

async function storyOf(
  mailstore: Mailstore,
  { accountId, hidden }: Viewer,
  { messageId, pageSize, sortValues }: PageRequest & { messageId: MessageId },
): Promise<{ rows: ActivityRow[]; hasMore: boolean }> {
  const cursor = fromTimeCursor(sortValues)
  const about = { messageId, hidden, cursor, limit: pageSize + 1 }
  const rows = await mailstore.activityOf(accountId, about)
  return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize }
}

const common = ({ at, id, client, ip, member }: ActivityRow) => ({
  time: at.toISOString(),
  client,
  ip,
  member,
  sortValues: toTimeCursor({ at, id }),
})

const asAccountItem = (row: ActivityRow): AccountLogItem[] => {
  const action = accountActions.find((one) => one === row.kind)
  return action ? [{ ...common(row), action }] : []
}

const asMailItem = (row: ActivityRow): MailLogItem[] => {
  const action = mailActions.find((one) => one === row.kind)
  if (!action) return []
  return [
    {
      ...common(row),
      action,
      mailId: row.messageId,
      mailSubject: row.subject,
      peer: row.peer,
      mailboxId: row.folderId,
      targetMailboxId: row.targetId,
    },
  ]
}

const asHistoryItem = (row: ActivityRow): HistoryItem[] =>
  asMailItem(row).map((item) => ({ ...item, place: placeOf(row), nowIn: row.nowIn }))

const placeOf = ({ nowIn, retrievable }: ActivityRow): HistoryItem['place'] =>
  nowIn !== null ? 'here' : retrievable ? 'retrievable' : 'gone'

const day = 24 * 3_600_000

const asDeletedItem = (row: DeletedRow, mailboxId: FolderId): DeletedItem => ({
  mailId: row.id,
  mailSubject: row.subject,
  mailFrom: { name: row.fromName, address: row.fromAddress },
  size: row.size,
  receivedTime: row.receivedAt.toISOString(),
  deletedTime: row.deletedAt.toISOString(),
  keptUntil: new Date(row.deletedAt.getTime() + limits.logDays * day).toISOString(),
  mailboxId,
  sortValues: toTimeCursor({ at: row.deletedAt, id: row.id }),
})
