import { limits } from '@hongyan/contract/limits'
import type { Rule } from '@hongyan/contract/rules'
import type { Viewer } from '../../mailstore/types.ts'
import type { Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { type AccountId, asId } from '../../platform/ids.ts'
import { sweepReplied } from './auto-answers.queries.ts'
import { createAutoAnswers } from './auto-answers.service.ts'
import { createHandlings, type HandlingDeps } from './handling.ts'
import { checkedRule, type RuleInput } from './rule-check.ts'
import { createRuleRuns } from './rule-runs.service.ts'
import {
  deleteRules,
  enableRule,
  insertRule,
  lockRules,
  orderRules,
  type RuleRow,
  rulesOf,
  sweepRuns,
  updateRule,
} from './rules.queries.ts'
import type { RulesDeps } from './rules-deps.ts'

/** Rules for mail that comes in, and automatic reply and forward. */
export type Rules = ReturnType<typeof createRules>

export function createRules(options: Omit<RulesDeps, 'handlings'> & HandlingDeps) {
  const deps: RulesDeps = { ...options, handlings: createHandlings(options) }
  /** Housekeeping, to be run every day by one process. */
  const sweep = async (): Promise<void> => {
    await sweepReplied(deps.database)
    await sweepRuns(deps.database)
  }
  return { deps, sweep, ...editing(deps), ...createAutoAnswers(deps), ...createRuleRuns(deps) }
}

const editing = (deps: RulesDeps) => ({
  list: async (accountId: AccountId): Promise<Rule[]> =>
    (await rulesOf(deps.database, accountId)).map(asRule),
  /** @throws the rules of specification §5, folder.not-found, label.not-found, item.not-found */
  save: (viewer: Viewer, input: RuleInput) => save(deps, viewer, input),
  /** @throws item.not-found */
  removeOne: async (accountId: AccountId, id: number): Promise<void> => {
    await changing(deps, accountId, async (tx) => {
      if ((await deleteRules(tx, accountId, [id])) === 0) throw new AppError('item.not-found')
    })
  },
  /** All, or those of a list that are there; @returns how many. */
  removeAll: (accountId: AccountId, ids: readonly number[] | null): Promise<number> =>
    changing(deps, accountId, async (tx) => {
      const wanted = ids ?? (await rulesOf(tx, accountId)).map(({ id }) => id)
      return deleteRules(tx, accountId, wanted)
    }),
  enable: async (accountId: AccountId, id: number, enabled: boolean): Promise<void> => {
    await changing(deps, accountId, async (tx) => {
      if ((await enableRule(tx, accountId, { id, enabled })) === 0)
        throw new AppError('item.not-found')
    })
  },
  /** @throws item.not-found when a rule is not the account's */
  sort: async (accountId: AccountId, ids: readonly number[]): Promise<void> => {
    await changing(deps, accountId, async (tx) => {
      const known = (await rulesOf(tx, accountId)).map(({ id }) => id)
      if (ids.some((id) => !known.includes(id))) throw new AppError('item.not-found')
      await orderRules(tx, accountId, [...ids, ...known.filter((id) => !ids.includes(id))])
    })
  },
})

/** One change of the rules: after another, logged, and told to every process. */
async function changing<T>(
  { database, mailstore, handlings }: RulesDeps,
  accountId: AccountId,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const result = await database.transaction(async (tx) => {
    await lockRules(tx, accountId)
    const done = await work(tx)
    await mailstore.record(tx, { accountId, kind: 'rules' })
    return done
  })
  handlings.changed(accountId)
  return result
}

async function save(deps: RulesDeps, viewer: Viewer, input: RuleInput): Promise<Rule> {
  const { autoForward, directory } = deps
  const { accountId } = viewer
  const own = new Set(await directory.addressesOf(accountId))
  const rule = checkedRule(input, { autoForward, own })
  await checkPlaces(deps, viewer, rule.action)
  const id = await changing(deps, accountId, async (tx) => {
    const known = await rulesOf(tx, accountId)
    if (input.classifyId !== undefined) {
      if ((await updateRule(tx, accountId, { ...rule, id: input.classifyId })) === 0)
        throw new AppError('item.not-found')
      return input.classifyId
    }
    if (known.length >= limits.rules)
      throw new AppError('rule.too-many', { max: String(limits.rules) })
    return insertRule(tx, accountId, rule)
  })
  return asRule({ ...rule, id })
}

/** A locked folder may be named: mail may go into it without its password. */
async function checkPlaces(
  { mailstore }: RulesDeps,
  viewer: Viewer,
  { moveTo, labelIds }: RuleRow['action'],
): Promise<void> {
  const folder = moveTo === null ? null : await mailstore.folder(viewer.accountId, asId(moveTo))
  if (moveTo !== null && !folder) throw new AppError('folder.not-found')
  if (folder?.role === 'drafts') throw new AppError('mail.bad-target')
  if (labelIds.length === 0) return
  const known = new Set<number>((await mailstore.labels(viewer)).map(({ id }) => id))
  if (labelIds.some((id) => !known.has(id))) throw new AppError('label.not-found')
}

const asRule = ({ id, ...rule }: RuleRow): Rule => ({ classifyId: id, ...rule })
