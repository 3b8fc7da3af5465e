import { subjectIn } from '@hongyan/mime/head'
import { readHeaders } from '@hongyan/mime/headers'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Change } from '../../mailstore/types.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import { hashInTurns } from '../../platform/in-turns.ts'
import type { Hops, Try } from '../hops/hop-types.ts'
import type { Bounces, Report } from './bounces.ts'
import { fieldsOf } from './canonical-bytes.ts'
import { finishIn } from './finish.ts'
import { lockSubmission, type RecordedOutcome, recordOutcomes } from './outbox.queries.ts'
import { type Outcome, type Reason, reasonText } from './reasons.ts'
import { type DsnAction, wantsReport } from './report-wishes.ts'
import { isDelayNews, nextAttempt } from './retry-schedule.ts'
import type { LeasedSubmission, RecipientRow } from './types.ts'

interface Options {
  database: Database
  mailstore: Mailstore
  bounces: Bounces
  hops: Pick<Hops, 'tried'>
  clock: Clock
}

export interface Attempt {
  submission: LeasedSubmission
  recipients: readonly RecipientRow[]
  outcomes: Map<string, Outcome>
  raw: Buffer
}

/** Thrown when another process took over after our lease ran out: its outcome counts, not ours. */
export class LeaseLost extends Error {}

/** Writes down what an attempt came to: recipients, submission, reports and the change feed in one transaction. */
export async function settle(options: Options, attempt: Attempt): Promise<void> {
  const { database, mailstore, clock } = options
  // One time for all that wait: their next attempt is one conversation again.
  const when = { now: clock.now(), spread: Math.random() }
  const copy = await copyHash(attempt)
  const steps = attempt.recipients.map((one) => ({
    ...stepOf(one, { ...attempt, copy }, when),
    orcpt: one.orcpt,
  }))
  const reports = await writeReports(options, attempt, steps)
  const changes = await database.transaction(async (tx) => {
    const { id, lease } = attempt.submission
    await lockSubmission(tx, id)
    const records = steps.map(({ record }) => record)
    const done = await recordOutcomes(tx, { id, lease, now: clock.now() }, records)
    if (done < records.length) throw new LeaseLost(`the lease of submission ${id} was lost`)
    const told: Change[] = []
    for (const report of reports) told.push(...(await options.bounces.storeIn(tx, report)))
    await finishIn(tx, id, clock.now())
    return [...told, ...(await tellSender(tx, options, attempt))]
  })
  mailstore.announce(changes)
  options.hops.tried(steps.map(({ record }) => tryOf(record, attempt, when.now)))
}

const tryOf = (
  { address, state, reason, nextAttemptAt }: RecordedOutcome,
  { submission, outcomes }: Attempt,
  at: Date,
): Try => {
  const outcome = outcomes.get(address)
  return {
    at,
    submissionId: submission.id,
    address,
    state,
    said: reason,
    nextAt: nextAttemptAt,
    copyId: outcome?.kind === 'delivered' ? (outcome.copyId ?? null) : null,
  }
}

interface Step {
  record: RecordedOutcome
  report: { action: DsnAction; reason: Reason | null } | null
}

/** What an outcome does to its recipient; giving up turns a deferral into a bounce. */
function stepOf(
  recipient: RecipientRow,
  { submission, outcomes, copy }: Attempt & { copy: Buffer },
  { now, spread }: { now: Date; spread: number },
): Step {
  const { address, attempts, updatedAt } = recipient
  const outcome = outcomes.get(address) ?? lost
  const record = (
    state: RecordedOutcome['state'],
    reason = '',
    nextAttemptAt: Date | null = null,
  ) => ({
    address,
    state,
    reason,
    nextAttemptAt,
    // Kept through attempts that reach nobody.
    unansweredBy:
      outcome.kind === 'deferred' ? (outcome.unansweredBy ?? recipient.unansweredBy) : null,
    copy: state === 'delivered' ? (recipient.blob ?? copy) : null,
  })
  const report = (action: DsnAction, why: Reason | null): Step['report'] =>
    wantsReport(recipient, action) ? { action, reason: why } : null
  if (outcome.kind === 'delivered')
    return { record: record('delivered'), report: report('delivered', null) }
  if (outcome.kind === 'relayed')
    return {
      record: record('relayed', outcome.words),
      // A server that knows the wishes reports by itself.
      report: outcome.reports ? null : report('relayed', null),
    }
  const { reason } = outcome
  const bounced = (why: Reason): Step => ({
    record: record('bounced', reasonText(why)),
    report: report('failed', why),
  })
  if (outcome.kind === 'bounced') return bounced(reason)
  const created = submission.dueAt
  const next = nextAttempt({ created, now, attempts: attempts + 1 }, spread)
  if (!next) return bounced({ code: 'expired', words: reason.words })
  const isNews = isDelayNews({ created, lastTried: updatedAt, now })
  return {
    record: record('deferred', reasonText(reason), next),
    report: isNews ? report('delayed', reason) : null,
  }
}

/** Under which hash the copy lies in a mailbox of ours. */
const copyHash = async ({ submission, raw }: Attempt): Promise<Buffer> =>
  submission.separate ? hashInTurns(raw) : submission.blob

const lost: Outcome = { kind: 'deferred', reason: { code: 'internal', words: '' } }

/** One report for all that failed together, one for all that are late, one for each kind of success. */
async function writeReports(
  { bounces }: Options,
  { submission, raw }: Attempt,
  steps: readonly (Step & { orcpt: string | null })[],
): Promise<Report[]> {
  const reports: Report[] = []
  for (const action of ['failed', 'delayed', 'delivered', 'relayed'] as const) {
    const recipients = steps.flatMap(({ record: { address }, report, orcpt }) =>
      report?.action === action ? [{ address, orcpt, reason: report.reason }] : [],
    )
    if (recipients.length === 0 || submission.kind === 'bounce') continue
    const report = await bounces.prepare({
      action,
      recipients,
      envelopeFrom: submission.envelopeFrom,
      original: raw,
      subject: subjectIn(readHeaders(fieldsOf(raw))),
      arrived: submission.dueAt,
      wishes: submission,
    })
    if (report) reports.push(report)
  }
  return reports
}

/** The sent copy shows the new state in every open window. */
const tellSender = async (
  tx: Db,
  { mailstore }: Options,
  { submission: { accountId, messageId } }: Attempt,
): Promise<Change[]> =>
  accountId !== null && messageId !== null
    ? mailstore.submissionChangedIn(tx, accountId, messageId)
    : []
