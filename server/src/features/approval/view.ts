import type {
  ApprovalDetail,
  ApprovalItem,
  ApprovalReason,
  RecordState,
} from '@hongyan/contract/approval-fields'
import { smimeFormOf } from '@hongyan/mime/smime-form'
import { AppError } from '../../platform/errors.ts'
import { type AccountId, asId } from '../../platform/ids.ts'
import { fromTimeCursor, toTimeCursor } from '../../platform/time-cursor.ts'
import {
  type ApprovalRow,
  approvalById,
  approvalsBy,
  approvalsFor,
  approversOf,
  copiesOf,
  type LivingApprover,
} from './approval.queries.ts'
import type { ApprovalDeps, Person } from './approval-deps.ts'
import { openRecordsOf, recordsOf } from './decisions.ts'
import { nobody, readSteps } from './trail.ts'

export interface ListRequest {
  state: string
  keyword: string
  pageSize: number
  sortValues?: string | undefined
}

const shownPeople = 5

/** One page of either list. */
export async function listApprovals(
  deps: ApprovalDeps,
  { accountId }: Person,
  { of, ...request }: ListRequest & { of: 'approver' | 'writer' },
): Promise<{ list: ApprovalItem[]; next: string | null }> {
  const { database, clock } = deps
  const now = clock.now()
  const ask = of === 'approver' ? approvalsFor : approvalsBy
  const rows = await ask(database, {
    ...{ accountId, now, state: request.state, keyword: request.keyword.trim() },
    limit: request.pageSize + 1,
    cursor: fromTimeCursor(request.sortValues),
  })
  const page = rows.slice(0, request.pageSize)
  const all = await approversOf(
    database,
    page.map(({ id }) => id),
    now,
  )
  const copies = await copiesOf(
    database,
    page.map(({ submissionId }) => submissionId),
  )
  const list = page.map((row) => {
    const approvers = all.filter(({ approvalId }) => approvalId === row.id)
    return asItem({ row, approvers, accountId, copy: copies.get(row.submissionId) ?? null })
  })
  return { list, next: rows.length > page.length ? (list.at(-1)?.sortValues ?? null) : null }
}

interface Seen {
  row: ApprovalRow
  approvers: LivingApprover[]
  accountId: AccountId
  copy: { messageId: number; folderId: number } | null
}

function asItem({ row, approvers, accountId, copy }: Seen): ApprovalItem {
  const isOwn = row.writerId === accountId
  const isPending = row.state === 'pending'
  const waiting = approvers.filter(
    ({ level, state }) => isPending && level === row.level && state === 'waiting',
  )
  return {
    approvalId: row.id,
    mailboxId: isOwn ? (copy?.folderId ?? 0) : 0,
    mailId: isOwn ? (copy?.messageId ?? 0) : 0,
    createTime: row.createdAt.toISOString(),
    state: row.state,
    recordState: isOwn ? 'none' : recordOf({ row, approvers }, accountId),
    mailSubject: row.subject,
    mailFrom: { name: row.fromName, address: row.fromAddress },
    mailTo: row.recipients.slice(0, shownPeople).map(named),
    recipientCount: row.recipients.length,
    size: row.size,
    hasAttachment: row.hasFiles,
    ruleName: row.ruleName,
    reasons: row.reasons as ApprovalReason[],
    level: row.level,
    levels: row.levels.length,
    approvers: waiting.map(named),
    deadline: row.deadlineAt?.toISOString() ?? null,
    endTime: row.endedAt?.toISOString() ?? null,
    sortValues: toTimeCursor({ at: row.createdAt, id: row.id }),
  }
}

const named = ({ name, address }: { name: string; address: string }) => ({ name, address })

/** What somebody did last, or has to do. */
function recordOf(
  seen: { row: ApprovalRow; approvers: LivingApprover[] },
  accountId: AccountId,
): RecordState {
  const states = recordsOf(seen, accountId).map(({ state }) => state)
  if (states.includes('waiting')) return seen.row.state === 'pending' ? 'waiting' : 'none'
  return states.findLast((state) => state !== 'none') ?? 'none'
}

/**
 * A held mail for who wrote it and for its approvers. Once it is over, only those of them see it who had a part in it.
 * @throws item.not-found, approval.withdrawn, approval.finished
 */
export async function seeApproval(
  { database, clock }: Pick<ApprovalDeps, 'database' | 'clock'>,
  accountId: AccountId,
  id: number,
): Promise<Seen> {
  const row = await approvalById(database, id)
  if (!row) throw new AppError('item.not-found')
  const approvers = await approversOf(database, [id], clock.now())
  const copy = (await copiesOf(database, [row.submissionId])).get(row.submissionId) ?? null
  const seen = { row, approvers, accountId, copy }
  if (row.writerId === accountId) return seen
  if (recordsOf(seen, accountId).length === 0) throw new AppError('item.not-found')
  if (row.state === 'pending') return seen
  const record = recordOf(seen, accountId)
  if (record !== 'none') return seen
  throw new AppError(row.state === 'withdrawn' ? 'approval.withdrawn' : 'approval.finished')
}

/** @throws as seeApproval */
export async function approvalDetail(
  deps: ApprovalDeps,
  { accountId, userId }: Person,
  id: number,
): Promise<ApprovalDetail> {
  const { database, mailstore, settings, signer } = deps
  const seen = await seeApproval(deps, accountId, id)
  const { row, approvers } = seen
  const isOwn = row.writerId === accountId
  const mayDownload = isOwn || (await settings.of(userId)).mailApprovalDownload === 1
  const { parsed, content } = await mailstore.open(row)
  const form = smimeFormOf(parsed.root)
  const open = openRecordsOf(seen, accountId)
  const isOpen = row.state === 'pending' && open.length > 0
  const { sortValues: _, ...item } = asItem(seen)
  const people = (kind: string) => row.recipients.filter((one) => one.kind === kind).map(named)
  return {
    ...item,
    mailTo: people('to'),
    mailCc: people('cc'),
    mailBcc: people('bcc'),
    scheduledTime: row.scheduledAt?.toISOString() ?? null,
    text: content.text,
    unsafeHtml: content.html,
    truncated: content.truncated,
    encrypted: form === 'encrypted' || form === 'opaque',
    attachments: content.attachments.map((one) => ({
      section: one.section,
      fileName: one.filename,
      type: one.type,
      size: one.size,
      inline: one.inline,
      contentId: one.contentId,
      url: mayDownload
        ? `/api/mail/main/approval/evidence/${signer.sign({ kind: 'approval', approval: id, section: one.section, name: one.filename }, ticketSeconds)}`
        : '',
      previewId: null,
    })),
    mayDownload,
    chain: chainOf(seen),
    trail: (await readSteps(database, id)).map(
      ({ time, action, who, insteadOf, level, opinion, hash }) => ({
        ...{ time, action, who, insteadOf, level, opinion, hash },
      }),
    ),
    may: {
      decide: isOpen,
      pass: isOpen && approvers.some(({ level, isThere }) => level === row.level + 1 && isThere),
      withdraw: isOwn && row.state === 'pending',
    },
    evidenceUrl: `/api/mail/main/approval/evidence/${signer.sign({ kind: 'approval', approval: id, bare: !mayDownload && row.state === 'pending' }, ticketSeconds)}`,
  }
}

const ticketSeconds = 300

const chainOf = ({ row, approvers }: Seen): ApprovalDetail['chain'] =>
  row.levels.map(({ needs }, index) => ({
    level: index + 1,
    needs,
    approvers: approvers
      .filter(({ level }) => level === index + 1)
      .map((one) => ({
        ...named(one),
        state: one.state === 'waiting' && row.state !== 'pending' ? ('none' as const) : one.state,
        deputy:
          one.deputyId === null ? nobody : { name: one.deputyName, address: one.deputyAddress },
      })),
  }))

/** Who may be named when it is passed on. @throws item.not-found, approval.no-next */
export async function nextApprovers(
  deps: ApprovalDeps,
  { accountId }: Person,
  id: number,
): Promise<{ name: string; address: string }[]> {
  const { row, approvers } = await seeApproval(deps, accountId, asId(id))
  const next = approvers.filter(({ level, isThere }) => level === row.level + 1 && isThere)
  if (next.length === 0) throw new AppError('approval.no-next')
  return next.map(named)
}
