import type { RetentionRule, RetentionRun } from '@hongyan/contract/console-retention'
import type { FolderRetention } from '@hongyan/contract/retention-fields'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId } from '../../platform/ids.ts'
import { type AtWork, type ConsoleActs, createReach } from '../console/console.public.ts'
import {
  activate,
  changeRule,
  deactivate,
  deleteRule,
  insertRule,
  keptOf,
  lockRules,
  type RuleRow,
  type RuleWish,
  type RunRow,
  ruleById,
  rulesOf,
  runsPage,
  type Sums,
  type TrialRow,
  trialsOf,
} from './retention.queries.ts'
import { dropTrial, insertWalk } from './retention-walk.queries.ts'
import type { RetentionWalks } from './retention-walk.ts'

/** Most of an organisation: all are read at once. */
const mostRules = 50
/** When the nights are (UTC): in the small hours in China. */
const night = { hour: 18, minute: 37 }
export const nightly = `${night.minute} ${night.hour} * * *`
const halfDayMs = 12 * 3_600_000
const dayMs = 24 * 3_600_000

/** The next night after a moment. */
export function nightAfter(now: Date): Date {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const at = today + (night.hour * 60 + night.minute) * 60_000
  return new Date(at > now.getTime() ? at : at + dayMs)
}

/** The first night of a rule that is switched on now: there is time to think again. */
const firstNight = (now: Date): Date => nightAfter(new Date(now.getTime() + halfDayMs))

interface Options {
  database: Database
  clock: Clock
  walks: RetentionWalks
  acts: ConsoleActs
}

type Wish = RuleWish & { id?: number | undefined }

export type Retention = ReturnType<typeof createRetention>

/** Rules by which old mail is deleted, as administrators make them (ADR 52). */
export function createRetention(options: Options) {
  const { database, clock, walks, acts } = options
  const found = async ({ admin }: AtWork, id: number): Promise<RuleRow> => {
    const row = await ruleById(database, admin.organisationId, id)
    if (!row) throw new AppError('retention.gone')
    return row
  }
  return {
    list: async ({ admin }: AtWork) => {
      const [rules, trials] = await Promise.all([
        rulesOf(database, admin.organisationId),
        trialsOf(database, admin.organisationId),
      ])
      const trialBy = new Map(trials.map((one) => [one.ruleId, one]))
      return {
        list: rules.map((row) => shownRule(row, trialBy.get(row.id))),
        firstNight: firstNight(clock.now()).toISOString(),
      }
    },
    /** @throws compliance.nobody, console.gone, console.department-gone, retention.gone, retention.is-on, retention.too-many */
    save: async (work: AtWork, wish: Wish): Promise<{ id: number }> => {
      const whom = await checkedWhom(database, work, wish)
      const known = wish.id === undefined ? null : await found(work, wish.id)
      const doing = { act: 'retention-saved', whom: wish.name, details: detailsOf(wish, whom) }
      const id = await acts.doing(work, doing, () =>
        database.transaction((tx) => write(tx, work, { ...wish, ...whom, id: known?.id })),
      )
      return { id }
    },
    /** @throws retention.gone */
    tryOut: async (work: AtWork, id: number): Promise<void> => {
      const row = await found(work, id)
      const now = clock.now()
      const at = row.activeSince === null ? firstNight(now) : nightAfter(now)
      const { organisationId, address: by } = work.admin
      await database.transaction(async (tx) => {
        await lockRules(tx, organisationId)
        await dropTrial(tx, id)
        const walkId = await insertWalk(tx, { organisationId, trialOf: id, at, now, by })
        if (walkId !== null) await walks.enqueue(tx, walkId)
      })
    },
    /** @throws retention.gone, retention.untried */
    switchOn: async (work: AtWork, id: number): Promise<{ runsFrom: string }> => {
      const row = await found(work, id)
      const now = clock.now()
      const runsFrom = firstNight(now)
      const details = { ...detailsOf(row, namesOf(row)), runsFrom: runsFrom.toISOString() }
      await acts.doing(work, { act: 'retention-on', whom: row.name, details }, async () => {
        const by = work.admin.address
        if (
          row.activeSince === null &&
          (await activate(database, row, { by, now, runsFrom })) === 0
        )
          throw new AppError('retention.untried')
      })
      return { runsFrom: (row.runsFrom ?? runsFrom).toISOString() }
    },
    /** @throws retention.gone */
    switchOff: async (work: AtWork, id: number): Promise<{ runsFrom: null }> => {
      const row = await found(work, id)
      await acts.doing(work, { act: 'retention-off', whom: row.name, details: { rule: id } }, () =>
        deactivate(database, id),
      )
      return { runsFrom: null }
    },
    /** @throws retention.gone */
    remove: async (work: AtWork, id: number): Promise<void> => {
      const row = await found(work, id)
      const details = detailsOf(row, namesOf(row))
      await acts.doing(work, { act: 'retention-removed', whom: row.name, details }, () =>
        deleteRule(database, id),
      )
    },
    runs: async (
      { admin }: AtWork,
      { before, pageSize: limit }: { before?: number | undefined; pageSize: number },
    ) => {
      const rows = await runsPage(database, admin.organisationId, { before: before ?? null, limit })
      return { list: rows.map(shownRun) }
    },
  }
}

/** What the owner of a mailbox is told: the rule of each kind of folder. */
export const createKept =
  (database: Database) =>
  async (accountId: AccountId): Promise<ReadonlyMap<string, FolderRetention>> =>
    new Map((await keptOf(database, accountId)).map(({ kind, ...said }) => [kind, said]))

/** @throws retention.is-on, retention.too-many */
async function write(
  tx: Db,
  { admin: { organisationId, address: by } }: AtWork,
  { id, ...wish }: Wish,
): Promise<number> {
  const count = await lockRules(tx, organisationId)
  if (id === undefined) {
    if (count >= mostRules) throw new AppError('retention.too-many', { count: String(mostRules) })
    return insertRule(tx, organisationId, { wish, by })
  }
  if ((await changeRule(tx, organisationId, { id, wish, by })) === 0)
    throw new AppError('retention.is-on')
  return id
}

interface Whom {
  accountIds: number[]
  departmentIds: number[]
  addresses: string[]
}

/** @throws compliance.nobody, console.gone, console.department-gone */
async function checkedWhom(database: Database, work: AtWork, wish: Wish): Promise<Whom> {
  if (wish.everybody) return { accountIds: [], departmentIds: [], addresses: [] }
  const reach = createReach(database)
  const accountIds = [...new Set(wish.accountIds)]
  const departmentIds = [...new Set(wish.departmentIds)]
  if (accountIds.length + departmentIds.length === 0) throw new AppError('compliance.nobody')
  const addresses: string[] = []
  for (const id of accountIds) addresses.push((await reach.found(work, id)).address)
  for (const id of departmentIds) await reach.refuseDepartment(work, id)
  return { accountIds, departmentIds, addresses }
}

const namesOf = (row: RuleRow): Pick<Whom, 'addresses' | 'departmentIds'> => ({
  addresses: row.people.map(({ address }) => address),
  departmentIds: row.departments.map(({ id }) => id),
})

/** The whole rule, for the log. */
const detailsOf = (
  {
    everybody,
    kinds,
    days,
    keepStarred,
    keepLabel,
  }: Pick<RuleRow, 'everybody' | 'kinds' | 'days' | 'keepStarred' | 'keepLabel'>,
  { addresses, departmentIds }: Pick<Whom, 'addresses' | 'departmentIds'>,
) => ({
  everybody,
  people: addresses.join(' '),
  departments: departmentIds.join(' '),
  kinds: kinds.join(' '),
  days,
  keepStarred,
  keepLabel,
})

const shownSums = ({ people, mails, bytes, oldest }: Sums) => ({
  people,
  mails,
  bytes,
  oldest: oldest?.toISOString() ?? null,
})

const shownRule = (
  { changedAt, activeSince, runsFrom, ...row }: RuleRow,
  trial: TrialRow | undefined,
): RetentionRule => ({
  ...row,
  changedAt: changedAt.toISOString(),
  activeSince: activeSince?.toISOString() ?? null,
  runsFrom: runsFrom?.toISOString() ?? null,
  trial: trial
    ? {
        at: trial.at.toISOString(),
        startedAt: trial.startedAt.toISOString(),
        endedAt: trial.endedAt?.toISOString() ?? null,
        looked: trial.looked,
        mailboxes: trial.mailboxes,
        ...shownSums(trial),
      }
    : null,
})

const shownRun = ({ id, at, endedAt, rule, ...sums }: RunRow): RetentionRun => ({
  id,
  at: at.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
  rule,
  ...shownSums(sums),
})
