import type { CheckLevel } from '@hongyan/contract/assistant-wire'
import type { Moved } from '@hongyan/contract/messages'
import type { Mailstore } from '../../../mailstore/mailstore.ts'
import type { StoredMessage } from '../../../mailstore/messages/messages.queries.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Db } from '../../../platform/db/pool.ts'
import { AppError } from '../../../platform/errors.ts'
import { type AccountId, asId, type MessageId, type OrganisationId } from '../../../platform/ids.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Log } from '../../../platform/log.ts'
import type { LookedAt, MailChecks } from '../../assistant/assistant.public.ts'
import type { FileReader } from '../../messages/messages.public.ts'
import type { Bayes } from '../bayes/bayes.ts'
import {
  dropReporter,
  forgetReports,
  noteDecision,
  putReport,
  putReporter,
  type ReportKind,
  type ReportState,
  reportById,
  reportedCopies,
  reportersOf,
  reportsBefore,
  type WholeReport,
} from './reports.queries.ts'
import { type TellOptions, teller, tellTask } from './tell-reporters.ts'

export interface ReportOptions extends TellOptions {
  database: Database
  mailstore: Mailstore
  jobs: Jobs
  clock: Clock
  log: Log
  checks: MailChecks
  bayes: Pick<Bayes, 'teach'>
  organisation(): Promise<OrganisationId | null>
}

export interface Said {
  mailId: number
  kind: ReportKind
  note: string
}

const day = 24 * 3_600_000
/** So long after the last word about it a report is kept, and with it the text that people showed. */
const keptDays = 90
/** Reporters that an administrator is shown, and copies that a decision teaches. */
const mostShown = 100
const mostTaught = 50

export type Reports = ReturnType<typeof createReports>

/** Mail that people report to the administrators, and what becomes of it (ADR 46). Before the jobs start. */
export function createReports(options: ReportOptions) {
  const { database, jobs, clock, bayes } = options
  jobs.register(tellTask, teller(options))
  return {
    /** Shows a mail to the administrators and moves it to junk. @throws item.not-found, protection.not-received, protection.reported */
    report: (caller: FileReader, said: Said) => report(options, caller, said),
    /** @throws item.not-found where nobody waits for a decision on it */
    withdraw: async (accountId: AccountId, mailId: number): Promise<void> => {
      const gone = await database.transaction((tx) => dropReporter(tx, accountId, asId(mailId)))
      if (gone === 0) throw new AppError('item.not-found')
    },
    list: (organisation: OrganisationId, page: Parameters<typeof reportsBefore>[2]) =>
      reportsBefore(database, organisation, page),
    /** @throws protection.report-gone */
    one: async (organisation: OrganisationId, id: number): Promise<WholeReport> => {
      const row = await reportById(database, organisation, id)
      if (!row) throw new AppError('protection.report-gone')
      return row
    },
    /** How far back copies are looked for: nobody reports a mail before it came. */
    daysOf: ({ firstAt }: WholeReport): number =>
      Math.min(90, 14 + Math.ceil((clock.now().getTime() - firstAt.getTime()) / day)),
    people: (id: number) => reportersOf(database, id, mostShown),
    /** Everybody who reported it is told; what is harmless is taught as that. Said twice, it is done once. */
    decide: (
      organisation: OrganisationId,
      { id, state, by }: { id: number; state: ReportState; by: string },
    ): Promise<void> =>
      database.transaction(async (tx) => {
        if (!(await noteDecision(tx, organisation, { id, state, by, now: clock.now() }))) return
        const copies = await reportedCopies(tx, id, mostTaught)
        for (const { accountId, messageId } of copies)
          await bayes.teach(tx, accountId, { ids: [messageId], spam: state !== 'harmless' })
        await jobs.enqueue(tx, { task: tellTask, payload: { reportId: id } })
      }),
    sweep: () => forgetReports(database, new Date(clock.now().getTime() - keptDays * day)),
  }
}

async function report(options: ReportOptions, caller: FileReader, said: Said): Promise<Moved> {
  const { database, mailstore, jobs, clock } = options
  const row = await mailstore.find(caller, asId(said.mailId))
  const organisation = await options.organisation()
  if (!row || organisation === null) throw new AppError('item.not-found')
  if (row.draft || row.submissionId !== null) throw new AppError('protection.not-received')
  const shown = shownOf(row, await lookAt(options, caller, row), options.checks)
  const junk = await mailstore.folderByRole(caller.accountId, 'junk')
  const now = clock.now()
  await database.transaction(async (tx) => {
    const { id, state } = await putReport(tx, { ...shown, organisation, now })
    const { accountId } = caller
    const { kind, note } = said
    const isNew = await putReporter(tx, id, { accountId, messageId: row.id, kind, note, now })
    if (isNew === 0) throw new AppError('protection.reported')
    if (row.folderId === junk?.id) await teachSpam(options, tx, { accountId, id: row.id })
    // Somebody reported it before, and it is decided: there is nothing to wait for.
    if (state !== 'open') await jobs.enqueue(tx, { task: tellTask, payload: { reportId: id } })
  })
  if (!junk || row.folderId === junk.id) return { count: 0, from: [] }
  const places = await mailstore.moveFrom(caller.accountId, [row.id], junk.id)
  const from = [...places].map(([mailboxId, rows]) => ({
    mailboxId,
    mailIds: rows.map((one) => one.id),
  }))
  return { count: from.length, from }
}

/** What lies in junk already is not moved there, and taught all the same. */
const teachSpam = (
  { bayes }: ReportOptions,
  tx: Db,
  { accountId, id }: { accountId: AccountId; id: MessageId },
): Promise<void> => bayes.teach(tx, accountId, { ids: [id], spam: true })

/** What a check finds; null where the mail is protected. What cannot be read is reported without. */
async function lookAt(
  { checks, log }: ReportOptions,
  caller: FileReader,
  row: StoredMessage,
): Promise<LookedAt | null> {
  try {
    return await checks.look(caller, row.id)
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'item.not-found') throw thrown
    if (!(thrown instanceof AppError && thrown.code === 'assistant.protected'))
      log.warn({ err: thrown, message: row.id }, 'a reported mail could not be read')
    return null
  }
}

/** What administrators will see: of what is protected who wrote it, and nothing of what it says. */
function shownOf(row: StoredMessage, looked: LookedAt | null, checks: MailChecks) {
  const facts = looked?.facts ?? []
  const level: CheckLevel = checks.inWords({ signals: facts }, 'en').level
  return {
    print: looked?.print ?? row.blob.toString('hex'),
    isProtected: looked === null,
    messageId: row.messageId ?? '',
    blob: row.blob,
    fromName: looked ? row.fromName.slice(0, 500) : '',
    fromAddress: row.fromAddress.slice(0, 500),
    subject: looked ? row.subject.slice(0, 1_000) : '',
    authentication: row.authentication,
    level,
    signals: facts,
    body: looked?.text ?? '',
  }
}
