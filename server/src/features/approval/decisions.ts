import type { TrailAction } from '@hongyan/contract/approval-fields'
import type { Person as Named } from '@hongyan/contract/fields'
import type { Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, SubmissionId } from '../../platform/ids.ts'
import {
  type ApprovalRow,
  approvalById,
  approvalOfSubmission,
  approversOf,
  endApproval,
  insertApprovers,
  type LivingApprover,
  lockApproval,
  markApprovers,
  moveToLevel,
  type State,
} from './approval.queries.ts'
import type { ApprovalDeps } from './approval-deps.ts'
import { deadlineOf } from './holding.ts'
import { administratorsOf, peopleById } from './rules.queries.ts'
import { tellLater } from './tell.ts'
import { addStep, nobody } from './trail.ts'

export interface Decision {
  id: number
  act: 'approve' | 'reject' | 'pass'
  opinion: string
  /** With `pass`: the one of the next level who shall decide; '' for all of them. */
  approver: string
}

/** A held mail whose submission and row are locked: of many who decide, one does. */
interface Locked {
  row: ApprovalRow
  approvers: LivingApprover[]
}

async function lockIn(deps: ApprovalDeps, tx: Db, id: number): Promise<Locked | null> {
  const known = await approvalById(tx, id)
  if (!known) return null
  await deps.outbox.lockIn(tx, known.submissionId)
  const row = await lockApproval(tx, id)
  return row && { row, approvers: await approversOf(tx, [id], deps.clock.now()) }
}

/** @throws approval.withdrawn, approval.decided */
function refuseEnded({ state }: ApprovalRow): void {
  if (state === 'withdrawn') throw new AppError('approval.withdrawn')
  if (state !== 'pending') throw new AppError('approval.decided')
}

/** The approvers that somebody is, or stands in for, of the levels that have come up. */
export const recordsOf = (
  { row, approvers }: { row: ApprovalRow; approvers: readonly LivingApprover[] },
  accountId: AccountId,
): LivingApprover[] =>
  row.writerId === accountId
    ? []
    : approvers.filter(
        (one) =>
          one.level <= row.level && (one.accountId === accountId || one.deputyId === accountId),
      )

/** What somebody may decide now. */
export const openRecordsOf = (locked: Locked, accountId: AccountId): LivingApprover[] =>
  recordsOf(locked, accountId).filter(
    ({ level, state }) => level === locked.row.level && state === 'waiting',
  )

/**
 * One decision, in one transaction. Only who is an approver of the level decides; for everybody else there is no such
 * mail (APPROVAL-14).
 * @throws item.not-found, approval.withdrawn, approval.decided, approval.no-next, approval.not-approver
 */
export async function decide(
  deps: ApprovalDeps,
  caller: AccountId,
  decision: Decision,
): Promise<State> {
  const { database, outbox } = deps
  const state = await database.transaction((tx) => decideIn(deps, tx, { caller, ...decision }))
  if (state === 'approved') outbox.wake()
  return state
}

async function decideIn(
  deps: ApprovalDeps,
  tx: Db,
  { caller, id, act, opinion, approver }: Decision & { caller: AccountId },
): Promise<State> {
  const locked = await lockIn(deps, tx, id)
  if (!locked || recordsOf(locked, caller).length === 0) throw new AppError('item.not-found')
  const { row } = locked
  refuseEnded(row)
  const open = openRecordsOf(locked, caller)
  const [mine] = open
  if (!mine) throw new AppError('approval.decided')
  const [who = nobody] = await peopleById(tx, [caller])
  const record = { approve: 'approved', reject: 'rejected', pass: 'passed' } as const
  const accountIds = open.map(({ accountId }) => accountId)
  await markApprovers(tx, id, { level: row.level, accountIds, state: record[act] })
  const insteadOf = mine.accountId === caller ? nobody : mine
  await step(deps, tx, { row, action: record[act], who, insteadOf, opinion })
  if (act === 'reject') return endIn(deps, tx, { row, state: 'rejected' })
  if (act === 'pass') return passIn(deps, tx, { locked, approver })
  return isLevelDone(locked, accountIds) ? nextIn(deps, tx, locked) : stays(deps, tx, row)
}

interface Said {
  row: ApprovalRow
  action: TrailAction
  who?: Named
  insteadOf?: Named
  opinion?: string
}

/** Writes what happened, and has those told whom it concerns. */
async function step(
  { clock }: ApprovalDeps,
  tx: Db,
  { row, action, who = nobody, insteadOf = nobody, opinion = '' }: Said,
): Promise<void> {
  const named = ({ name, address }: Named) => ({ name, address })
  await addStep(tx, row, {
    time: clock.now().toISOString(),
    action,
    who: named(who),
    insteadOf: named(insteadOf),
    level: row.level,
    opinion,
  })
}

const tellIn = ({ jobs }: ApprovalDeps, tx: Db, { id, trailCount }: ApprovalRow) =>
  tellLater({ jobs }, tx, { approvalId: id, seq: trailCount })

async function stays(deps: ApprovalDeps, tx: Db, row: ApprovalRow): Promise<State> {
  await tellIn(deps, tx, row)
  return 'pending'
}

/** With `all`, those who cannot decide any more are not waited for. */
function isLevelDone({ row, approvers }: Locked, now: readonly AccountId[]): boolean {
  if (row.levels[row.level - 1]?.needs !== 'all') return true
  return !approvers.some(
    ({ level, state, isThere, accountId }) =>
      level === row.level && state === 'waiting' && isThere && !now.includes(accountId),
  )
}

/** The level is through: the next one decides, or the mail leaves. */
const nextIn = (deps: ApprovalDeps, tx: Db, { row, approvers }: Locked): Promise<State> => {
  const level = row.level + 1
  const accountIds = approvers.flatMap((one) => (one.level === level ? one.accountId : []))
  return row.levels[level - 1]
    ? climbIn(deps, tx, { row, accountIds })
    : endIn(deps, tx, { row, state: 'approved' })
}

/** @throws approval.no-next, approval.not-approver */
function passIn(
  deps: ApprovalDeps,
  tx: Db,
  { locked: { row, approvers }, approver }: { locked: Locked; approver: string },
): Promise<State> {
  const next = approvers.filter(({ level, isThere }) => level === row.level + 1 && isThere)
  if (next.length === 0) throw new AppError('approval.no-next')
  const wanted = approver.toLowerCase()
  const chosen = wanted === '' ? next : next.filter(({ address }) => address === wanted)
  if (chosen.length === 0) throw new AppError('approval.not-approver', { address: approver })
  return climbIn(deps, tx, { row, accountIds: chosen.map(({ accountId }) => accountId) })
}

async function climbIn(
  deps: ApprovalDeps,
  tx: Db,
  { row, accountIds }: { row: ApprovalRow; accountIds: readonly AccountId[] },
): Promise<State> {
  const level = row.level + 1
  await markApprovers(tx, row.id, { level, accountIds, state: 'waiting' })
  const deadlineAt = deadlineOf(row.levels[level - 1], deps.clock.now())
  await moveToLevel(tx, row.id, { level, deadlineAt })
  return stays(deps, tx, row)
}

/** Once, whatever comes at the same moment: both rows are compared and set. */
async function endIn(
  deps: ApprovalDeps,
  tx: Db,
  { row, state }: { row: ApprovalRow; state: 'approved' | 'rejected' },
): Promise<State> {
  const { outbox, clock } = deps
  if (!(await endApproval(tx, row.id, { state, now: clock.now() })))
    throw new AppError('approval.decided')
  const isEnded =
    state === 'approved'
      ? await outbox.releaseIn(tx, row.submissionId, row.scheduledAt)
      : await outbox.endHeldIn(tx, row.submissionId, 'rejected')
  if (!isEnded) throw new Error(`the held mail ${row.submissionId} is not held`)
  await tellIn(deps, tx, row)
  return state
}

/** The writer takes a held mail back. @throws item.not-found, approval.withdrawn, approval.decided */
export const withdraw = (deps: ApprovalDeps, caller: AccountId, id: number): Promise<State> =>
  deps.database.transaction(async (tx) => {
    const locked = await lockIn(deps, tx, id)
    if (locked?.row.writerId !== caller) throw new AppError('item.not-found')
    refuseEnded(locked.row)
    await deps.outbox.endHeldIn(tx, locked.row.submissionId, 'cancelled')
    await withdrawnIn(deps, tx, locked.row)
    return 'withdrawn' as const
  })

async function withdrawnIn(deps: ApprovalDeps, tx: Db, row: ApprovalRow): Promise<void> {
  await endApproval(tx, row.id, { state: 'withdrawn', now: deps.clock.now() })
  const who = { name: row.fromName, address: row.fromAddress }
  await step(deps, tx, { row, action: 'withdrawn', who })
  await tellIn(deps, tx, row)
}

/** A submission that is taken back in this transaction; those that were not held are nothing to us. */
export async function takenBackIn(deps: ApprovalDeps, tx: Db, id: SubmissionId): Promise<void> {
  const approvalId = await approvalOfSubmission(tx, id)
  const row = approvalId === null ? null : await lockApproval(tx, approvalId)
  if (row?.state === 'pending') await withdrawnIn(deps, tx, row)
}

/** The time of a level is over. What happened meanwhile decides. */
export const overdue = (deps: ApprovalDeps, id: number): Promise<void> =>
  deps.database.transaction(async (tx) => {
    const locked = await lockIn(deps, tx, id)
    const { row } = locked ?? {}
    const now = deps.clock.now()
    if (!locked || row?.state !== 'pending' || !row.deadlineAt || row.deadlineAt > now) return
    const level = row.levels[row.level - 1]
    const isLast = row.level >= row.levels.length
    if (level?.after === 'approve') {
      await step(deps, tx, { row, action: 'auto-approved' })
      await nextIn(deps, tx, locked)
    } else if (level?.after === 'reject') {
      await step(deps, tx, { row, action: 'auto-rejected' })
      await endIn(deps, tx, { row, state: 'rejected' })
    } else if (level?.after === 'pass-up' && !isLast) {
      await step(deps, tx, { row, action: 'passed-up' })
      await nextIn(deps, tx, locked)
    } else {
      await step(deps, tx, { row, action: 'reminded' })
      await moveToLevel(tx, row.id, { level: row.level, deadlineAt: deadlineOf(level, now) })
      await tellIn(deps, tx, row)
    }
  })

/** Nobody of a level is there any more: the next one decides, or the administrators. */
export const orphaned = (deps: ApprovalDeps, id: number): Promise<void> =>
  deps.database.transaction(async (tx) => {
    const locked = await lockIn(deps, tx, id)
    if (locked?.row.state !== 'pending') return
    const { row, approvers } = locked
    const isOpen = ({ level, state, isThere }: LivingApprover) =>
      level === row.level && state === 'waiting' && isThere
    if (approvers.some(isOpen)) return
    const isNextThere = approvers.some(({ level, isThere }) => level === row.level + 1 && isThere)
    // Those of a level who approved with the others gone have done what the level needs.
    const isDone = approvers.some(({ level, state }) => level === row.level && state === 'approved')
    const others = (await administratorsOf(tx, row.organisationId)).filter(
      ({ accountId }) => accountId !== row.writerId && accountId !== row.accountId,
    )
    if (!isDone && !isNextThere && others.length === 0) return
    await step(deps, tx, { row, action: 'approver-gone' })
    if (isDone || isNextThere) await nextIn(deps, tx, locked)
    else {
      const state = 'waiting' as const
      await insertApprovers(
        tx,
        row.id,
        others.map((one) => ({ ...one, level: row.level, state })),
      )
      await tellIn(deps, tx, row)
    }
  })
