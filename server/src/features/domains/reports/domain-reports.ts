import type { DmarcReports, TlsReports } from '@hongyan/contract/console-domains'
import type { InboundHook } from '../../../delivery/inbound/types.ts'
import type { Mailstore } from '../../../mailstore/mailstore.ts'
import { createWorkers } from '../../../mailstore/parsing/parse-workers.ts'
import { type Alongside, wholeAccount } from '../../../mailstore/types.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { messageOf } from '../../../platform/errors.ts'
import type { AccountId, MessageId } from '../../../platform/ids.ts'
import { hasOwnMemory } from '../../../platform/in-turns.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import type { Log } from '../../../platform/log.ts'
import {
  daysOf,
  insertReport,
  reportersOf,
  reportsSince,
  sourcesOf,
  sweepReports,
} from './dmarc.queries.ts'
import {
  insertTlsReport,
  sweepTlsReports,
  tlsDaysOf,
  tlsFailuresOf,
  tlsReportersOf,
  tlsReportsSince,
} from './tls.queries.ts'
import type { Reports } from './unpack-report.ts'

export interface ReportParts {
  database: Database
  mailstore: Pick<Mailstore, 'find' | 'raw'>
  jobs: Pick<Jobs, 'enqueue' | 'register'>
  clock: Clock
  log: Log
}

const task = 'dmarc-report'
const day = 24 * 3_600_000
const shownDays = 30
const keptDays = 120
const shownSources = 15
/** Reports about one domain in a day: the world has fewer reporters than that. */
const mostInADay = 1_000

/** A report says so in its subject (RFC 7489 §7.2.1.1, RFC 8460 §5.3). */
const isReport = (subject: string): boolean =>
  /^\s*(?:\[[^\]]{0,40}\]\s*)?report domain:/i.test(subject)

/** Reports of other servers: noticed when their mail is stored, read in a thread afterwards, shown as figures. */
export function createDomainReports({ database, mailstore, jobs, clock, log }: ReportParts) {
  const workers = createWorkers<null>({
    script: new URL('./report-worker.ts', import.meta.url),
    maxWorkers: 1,
    limitMs: 10_000,
    memoryMb: 192,
    wastefulMb: 40,
  })
  const before = (days: number): Date => new Date(clock.now().getTime() - days * day)
  const read = async (accountId: AccountId, messageId: MessageId): Promise<void> => {
    const message = await mailstore.find(wholeAccount(accountId), messageId)
    if (!message) return
    const raw = await mailstore.raw(message)
    const how = { given: hasOwnMemory(raw) }
    const found = await workers.run(null, raw, how).catch((thrown: unknown) => {
      log.warn({ reason: messageOf(thrown) }, 'a report about a domain could not be read')
      return { dmarc: [], tls: [] }
    })
    const { dmarc, tls } = found as Reports
    for (const report of dmarc) {
      if ((await reportsSince(database, report.domain, before(1))) >= mostInADay) continue
      await database.transaction((tx) => insertReport(tx, report))
    }
    for (const report of tls) {
      if ((await tlsReportsSince(database, report.domain, before(1))) >= mostInADay) continue
      await database.transaction((tx) => insertTlsReport(tx, report))
    }
  }
  jobs.register(task, (payload) => {
    const { accountId, messageId } = payload as { accountId: AccountId; messageId: MessageId }
    return read(accountId, messageId)
  })
  const hook: InboundHook = (mail, { accountId, isGroup }, plan) => {
    if (!mail.senderProven || mail.peer === null || isGroup) return plan
    if (!isReport(mail.message.parsed.envelope.subject)) return plan
    const enqueue: Alongside['run'] = (tx, { messageId }) =>
      jobs.enqueue(tx, { task, payload: { accountId, messageId } })
    return { ...plan, alongside: besides(plan, enqueue) }
  }
  return {
    hook,
    figures: (domain: string) => figuresOf(database, domain, before(shownDays)),
    tlsFigures: (domain: string) => tlsFiguresOf(database, domain, before(shownDays)),
    sweep: async () => {
      await sweepReports(database, before(keptDays))
      await sweepTlsReports(database, before(keptDays))
    },
    stop: () => workers.stop(),
  }
}

/** One more step in the transaction that stores the copy. */
const besides = (
  { alongside, folder, seen, notify }: Parameters<InboundHook>[2],
  enqueue: Alongside['run'],
): Alongside => ({
  run: async (tx, stored) => {
    await alongside?.run(tx, stored)
    await enqueue(tx, stored)
  },
  done: () => alongside?.done(),
  otherwise: alongside?.otherwise ?? { folder, seen, notify },
})

async function figuresOf(database: Database, domain: string, since: Date): Promise<DmarcReports> {
  const [reporters, days, sources] = await Promise.all([
    reportersOf(database, domain, since),
    daysOf(database, domain, since),
    sourcesOf(database, domain, { since, limit: shownSources }),
  ])
  return { ...summed({ reporters, days }, since), sources }
}

async function tlsFiguresOf(database: Database, domain: string, since: Date): Promise<TlsReports> {
  const [reporters, days, failures] = await Promise.all([
    tlsReportersOf(database, domain, since),
    tlsDaysOf(database, domain, since),
    tlsFailuresOf(database, domain, { since, limit: shownSources }),
  ])
  return { ...summed({ reporters, days }, since), failures }
}

interface Counted {
  reporters: readonly { reporter: string; reports: number }[]
  days: readonly { day: string; passed: number; failed: number }[]
}

function summed({ reporters, days }: Counted, since: Date) {
  const sum = (of: 'passed' | 'failed') => days.reduce((all, one) => all + one[of], 0)
  return {
    reports: reporters.reduce((all, one) => all + one.reports, 0),
    reporters: reporters.map((one) => one.reporter),
    ...{ passed: sum('passed'), failed: sum('failed') },
    days: everyDay(since).map(
      (name) => days.find((one) => one.day === name) ?? { day: name, passed: 0, failed: 0 },
    ),
  }
}

const everyDay = (since: Date): string[] =>
  Array.from({ length: shownDays }, (_, index) =>
    new Date(since.getTime() + (index + 1) * day).toISOString().slice(0, 10),
  )
