import { statfs } from 'node:fs/promises'
import type { AlarmKind, AlarmSettings } from '@hongyan/contract/alarm-fields'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/pool.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Metrics } from '../../platform/metrics.ts'
import {
  bouncingAccounts,
  endOthers,
  type Finding,
  guessedAccounts,
  heldAccounts,
  houseFigures,
  raise,
  travellingAccounts,
} from './alarms.queries.ts'
import type { Known } from './known.ts'
import type { SendingLimits } from './sending-limits.ts'
import { mailTask, webhookTask } from './tell.ts'

export interface WatchParts {
  database: Database
  clock: Clock
  jobs: Pick<Jobs, 'enqueue'>
  metrics: Pick<Metrics, 'sum'>
  known: Known
  limits: Pick<SendingLimits, 'hold'>
  dataFolder: string
  /** When the certificate of the listeners is over; null where it is one of our own. */
  certificateUntil(): Promise<Date | null>
}

const day = 24 * 3_600_000
const unanswered = 'hongyan_protection_unanswered_total'

/** Looks at the house once a minute: what is new is told, what is over ends. */
export function createWatch(parts: WatchParts) {
  const { database, clock, metrics, known } = parts
  let unansweredBefore = metrics.sum(unanswered)

  const look = async (settings: AlarmSettings): Promise<Finding[]> => {
    const now = clock.now()
    const since = performance.now()
    await database.ping()
    const databaseMs = performance.now() - since
    const house = await houseFigures(database, now)
    const silent = metrics.sum(unanswered)
    const scanner = silent - unansweredBefore
    unansweredBefore = silent
    return [
      ...above('queue-long', house.waiting, settings.queueLong),
      ...above('queue-old', Math.round(house.oldestMinutes), settings.queueOldMinutes),
      ...above('bounces', house.bounces, settings.bouncesPerHour),
      ...above('database', Math.round(databaseMs), settings.databaseMs),
      ...above('scanner', scanner, settings.scannerUnanswered),
      ...below('disk', await freePercent(parts.dataFolder), settings.diskFreePercent),
      ...below(
        'certificate',
        daysUntil(await parts.certificateUntil(), now),
        settings.certificateDays,
      ),
    ]
  }

  /** One after the other: each reads an hour of a log. */
  const lookAtAccounts = async (settings: AlarmSettings): Promise<Finding[]> => {
    const now = clock.now()
    const found: Finding[] = []
    if (settings.wrongPasswordsPerHour !== null)
      for (const one of await guessedAccounts(database, now, settings.wrongPasswordsPerHour))
        found.push({ kind: 'guesses', about: one.address, figure: one.figure })
    if (settings.networksPerHour !== null)
      for (const one of await travellingAccounts(database, now, settings.networksPerHour))
        found.push({ kind: 'networks', about: one.address, figure: one.figure })
    if (settings.ownBouncesPerHour !== null)
      for (const { accountId, figure } of await bouncingAccounts(
        database,
        now,
        settings.ownBouncesPerHour,
      ))
        await parts.limits.hold(accountId, { why: 'bounces', figure })
    return found
  }

  return async (): Promise<void> => {
    const { organisation, settings } = await known.get()
    if (organisation === null) return
    const found = [
      ...(await look(settings)),
      ...(await lookAtAccounts(settings)),
      ...(await heldAccounts(database, organisation)),
    ]
    await writeDown(parts, organisation, found)
  }
}

/** New alarms and the jobs that tell of them in one transaction: none is told twice, and none is not told. */
async function writeDown(
  { database, clock, jobs }: WatchParts,
  organisation: OrganisationId,
  found: readonly Finding[],
): Promise<void> {
  const now = clock.now()
  await database.transaction(async (tx) => {
    await endOthers(tx, organisation, { kinds: watched, found, now })
    for (const { id } of await raise(tx, organisation, { found, now }))
      for (const task of [mailTask, webhookTask]) await jobs.enqueue(tx, { task, payload: { id } })
  })
}

const watched: readonly AlarmKind[] = [
  'queue-long',
  'queue-old',
  'disk',
  'database',
  'certificate',
  'bounces',
  'scanner',
  'guesses',
  'networks',
  'held',
]

const above = (kind: AlarmKind, figure: number, most: number | null): Finding[] =>
  most !== null && figure > most ? [{ kind, about: '', figure }] : []

const below = (kind: AlarmKind, figure: number | null, least: number | null): Finding[] =>
  figure !== null && least !== null && figure < least ? [{ kind, about: '', figure }] : []

/** Null where nobody can say it: contents in S3. */
async function freePercent(folder: string): Promise<number | null> {
  try {
    const { bavail, blocks } = await statfs(folder)
    return blocks === 0 ? null : Math.round((bavail / blocks) * 1_000) / 10
  } catch {
    return null
  }
}

const daysUntil = (end: Date | null, now: Date): number | null =>
  end === null ? null : Math.floor((end.getTime() - now.getTime()) / day)
