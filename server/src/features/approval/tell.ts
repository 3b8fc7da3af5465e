import { createHash } from 'node:crypto'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Change } from '../../mailstore/types.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { AccountId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import {
  type ApprovalRow,
  approvalById,
  approversOf,
  copiesOf,
  type LivingApprover,
} from './approval.queries.ts'
import type { ApprovalDeps } from './approval-deps.ts'
import { type NoticeKind, noticeMail } from './notice-mail.ts'
import { readSteps } from './trail.ts'

const task = 'approval-tell'

interface News {
  approvalId: number
  /** The entry of the trail that is news. */
  seq: number
}

/** After the commit, and after a crash too: whoever a mail concerns is told. */
export const tellLater = ({ jobs }: Pick<ApprovalDeps, 'jobs'>, tx: Db, news: News) =>
  jobs.enqueue(tx, { task, payload: news })

/** Before the jobs start. */
export function registerTelling(deps: ApprovalDeps & { jobs: Jobs }): void {
  deps.jobs.register(task, (payload) => tell(deps, payload as News))
}

async function tell(deps: ApprovalDeps, news: News): Promise<void> {
  const { database, clock } = deps
  const row = await approvalById(database, news.approvalId)
  if (!row) return
  const all = await approversOf(database, [row.id], clock.now())
  const reached = all.filter(({ level }) => level <= row.level)
  const deputies = reached.flatMap(({ deputyId }) => deputyId ?? [])
  const concerned = new Set([row.writerId, ...reached.map((one) => one.accountId), ...deputies])
  for (const accountId of concerned)
    await change(deps, (tx, { approvalChangedIn }) => approvalChangedIn(tx, accountId))
  const copy = (await copiesOf(database, [row.submissionId])).get(row.submissionId)
  if (copy)
    await change(deps, (tx, { submissionChangedIn }) =>
      submissionChangedIn(tx, row.accountId, copy.messageId),
    )
  if (row.state === 'rejected')
    await notice(deps, row, { ...news, kind: 'rejected', to: row.writerId })
  for (const to of deciders(row, reached)) await notice(deps, row, { ...news, kind: 'waiting', to })
}

/** Who can decide now, deputies too. */
function deciders(row: ApprovalRow, reached: readonly LivingApprover[]): Set<AccountId> {
  if (row.state !== 'pending') return new Set()
  const open = reached.filter(({ level, state }) => level === row.level && state === 'waiting')
  const ids = open.flatMap(({ accountId, deputyId }) => [
    accountId,
    ...(deputyId === null ? [] : [deputyId]),
  ])
  return new Set(ids.filter((id) => id !== row.writerId))
}

async function change(
  { database, mailstore }: ApprovalDeps,
  write: (tx: Db, store: Mailstore) => Promise<Change[]>,
): Promise<void> {
  mailstore.announce(await database.transaction((tx) => write(tx, mailstore)))
}

/** Once, however often the job is done. */
async function notice(
  deps: ApprovalDeps,
  row: ApprovalRow,
  { kind, to, seq }: News & { kind: NoticeKind; to: AccountId },
): Promise<void> {
  const { mailstore, directory, settings, clock, origin, database } = deps
  const owner = await directory.ownerOf(to)
  if (!owner) return
  const { language } = await settings.of(owner.userId)
  const opinion = (await readSteps(database, row.id)).at(-1)?.opinion ?? ''
  const raw = await noticeMail({
    kind,
    row,
    to: owner.address,
    language,
    opinion,
    origin,
    now: clock.now(),
  })
  const receipt = createHash('sha256').update(`approval ${row.id} ${seq} ${to}`).digest()
  await mailstore.deliver(await mailstore.prepare(raw), [
    {
      accountId: to,
      folder: 'inbox',
      receivedAt: clock.now(),
      notify: true,
      ignoreQuota: true,
      receipt,
      log: { kind: 'receive', client: '', ip: '' },
    },
  ])
}
