import type { Database } from '../../platform/db/pool.ts'
import type { Events } from '../../platform/events/events.ts'
import type { AccountId } from '../../platform/ids.ts'
import { type AutoAnswerRow, autoAnswerOf } from './auto-answers.queries.ts'
import { type RuleRow, rulesOf } from './rules.queries.ts'

/** What an account wants done with mail that comes in. */
export interface Handling {
  /** Those that are on, in their order. */
  rules: readonly RuleRow[]
  answer: AutoAnswerRow
}

const topic = 'mail.handling'
/** Accounts remembered; more than that and all are read again. */
const most = 20_000

export interface HandlingDeps {
  database: Database
  events: Events
}

/** Asked for every delivery, so kept in memory; every process hears of changes. */
export interface Handlings {
  of(accountId: AccountId): Promise<Handling>
  changed(accountId: AccountId): void
}

export function createHandlings({ database, events }: HandlingDeps): Handlings {
  const known = new Map<AccountId, Promise<Handling>>()
  events.on(topic, (payload) => {
    const { accountId } = payload as { accountId: AccountId }
    known.delete(accountId)
  })
  events.onGap(() => known.clear())

  const load = async (accountId: AccountId): Promise<Handling> => {
    const [rules, answer] = await Promise.all([
      rulesOf(database, accountId),
      autoAnswerOf(database, accountId),
    ])
    return { rules: rules.filter(({ enabled }) => enabled), answer }
  }

  return {
    of: (accountId) => {
      const before = known.get(accountId)
      if (before) return before
      if (known.size >= most) known.clear()
      const loading = load(accountId)
      known.set(accountId, loading)
      loading.catch(() => known.delete(accountId))
      return loading
    },
    changed: (accountId) => events.announce(topic, { accountId }),
  }
}
