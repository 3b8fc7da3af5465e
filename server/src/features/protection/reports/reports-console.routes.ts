import type { CheckLevel } from '@hongyan/contract/assistant-wire'
import { reportEndpoints as api } from '@hongyan/contract/console-reports'
import type { MailChecks } from '../../assistant/assistant.public.ts'
import type { AtWork, ConsoleActs, ConsoleDoor } from '../../console/console.public.ts'
import type { Protection } from '../protection.service.ts'
import { resultsOf } from '../results-text.ts'
import type { Waves } from '../waves/waves.ts'
import type { ReportRow, WholeReport } from './reports.queries.ts'
import type { Reports } from './reports.ts'

interface Parts {
  reports: Reports
  checks: MailChecks
  service: Protection
  waves: Waves
  acts: ConsoleActs
}

/** The console's list of reported mail. Auditors see that it is there, and nothing of it. */
export function reportConsoleRoutes(door: ConsoleDoor, parts: Parts): void {
  const { reports, checks } = parts
  door.bind(api.reports, async ({ query }, { admin }) => {
    const { before = null, open = false, pageSize } = query
    const page = { before, open, limit: pageSize + 1 }
    const rows = await reports.list(admin.organisationId, page)
    const seesText = admin.role !== 'auditor'
    const list = rows.slice(0, pageSize).map((row) => rowOf(row, seesText))
    return { list, hasMore: rows.length > pageSize }
  })
  door.bind(api.report, async ({ query }, { admin }) => {
    const row = await reports.one(admin.organisationId, query.id)
    const people = await reports.people(row.id)
    return {
      ...rowOf(row, true),
      messageId: row.messageId,
      authentication: resultsOf(row.authentication),
      signals: checks.inWords({ signals: row.signals }, query.language).signals,
      text: row.body,
      people: people.map(({ at, ...one }) => ({ ...one, time: at.toISOString() })),
      decidedBy: row.decidedBy,
      decidedTime: row.decidedAt?.toISOString() ?? null,
    }
  })
  door.bind(api.decideReport, ({ body }, work) => decide(parts, work, body))
}

const rowOf = (row: ReportRow, seesText: boolean) => ({
  id: row.id,
  fromName: seesText ? row.fromName : '',
  fromAddress: row.fromAddress,
  subject: seesText ? row.subject : '',
  isProtected: row.isProtected,
  level: row.level as CheckLevel,
  reporters: row.reporters,
  phishing: row.phishing,
  state: row.state,
  firstTime: row.firstAt.toISOString(),
  latestTime: row.latestAt.toISOString(),
})

interface Decision {
  id: number
  state: 'phishing' | 'spam' | 'harmless'
  block: boolean
  search: boolean
}

/** The sender is blocked first: what is refused there leaves nothing decided. */
async function decide(
  { reports, service, waves, acts }: Parts,
  work: AtWork,
  { id, state, block, search }: Decision,
): Promise<{ waveId: number | null }> {
  const { organisationId, address: by } = work.admin
  const row = await reports.one(organisationId, id)
  const isBad = state !== 'harmless'
  if (block && isBad) {
    const owner = { organisation: organisationId, accountId: null }
    const sender = row.fromAddress.toLowerCase()
    await acts.doing(work, { act: 'sender-blocked', whom: sender }, () =>
      service.putSender(owner, { sender, verdict: 'block', note: '' }),
    )
  }
  // No subject: auditors read the log.
  const details = { id, state }
  await acts.doing(work, { act: 'report-decided', whom: row.fromAddress, details }, () =>
    reports.decide(organisationId, { id, state, by }),
  )
  if (!search || !isBad) return { waveId: null }
  const wanted = { ...soughtFor(row), days: reports.daysOf(row) }
  const act = { act: 'wave-searched', details: { ...wanted, report: id } }
  const wave = await acts.doing(work, act, () =>
    waves.search(organisationId, { ...wanted, madeBy: by }),
  )
  return { waveId: wave.id }
}

/** All copies have one Message-ID, whoever they were sent to; without one the very content is looked for. */
const soughtFor = ({ messageId, blob }: WholeReport) =>
  messageId.length >= 4 && !/\s/.test(messageId)
    ? { kind: 'message-id' as const, sought: messageId }
    : { kind: 'hash' as const, sought: blob.toString('hex') }
