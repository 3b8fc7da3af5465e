import type { Database } from '../../platform/db/pool.ts'
import type { Events } from '../../platform/events/events.ts'
import { gather } from '../../platform/gather.ts'
import { type AccountId, asId } from '../../platform/ids.ts'
import { type AutoAnswerRow, autoAnswersOf } from './auto-answers.queries.ts'
import { type RuleRow, rulesInForce } from './rules.queries.ts'

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

  // A mail to many asks for many at once.
  const read = gather((accounts) =>
    handlingsOf(database, accounts.map(Number).map(asId<AccountId>)),
  )
  const load = async (accountId: AccountId): Promise<Handling> => {
    const found = await read(String(accountId))
    if (!found) throw new Error(`nothing is known of account ${accountId}`)
    return found
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

async function handlingsOf(
  database: Database,
  accounts: readonly AccountId[],
): Promise<Map<string, Handling>> {
  const [rules, answers] = await Promise.all([
    rulesInForce(database, accounts),
    autoAnswersOf(database, accounts),
  ])
  return new Map(
    [...answers].map(([one, answer]) => [String(one), { rules: rules.get(one) ?? [], answer }]),
  )
}
