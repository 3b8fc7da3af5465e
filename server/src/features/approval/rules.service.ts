import { type ApprovalRule, approvalRule } from '@hongyan/contract/approval-fields'
import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import { mapInTurns } from '../../platform/in-turns.ts'
import type { ApprovalDeps } from './approval-deps.ts'
import type { ContentReader } from './matching/read-content.ts'
import { eventsOf } from './policy.queries.ts'
import {
  deleteRule,
  departmentsOf,
  insertRule,
  isNameTaken,
  type ListRow,
  listsOf,
  orderRules,
  peopleOf,
  type RuleRow,
  rulesOf,
  touchRules,
  updateRule,
  writeList,
} from './rules.queries.ts'
import type { createSensitivity } from './sensitivity/sensitivity.service.ts'
import { tryRule } from './try-rule.ts'

export type KeptRule = ApprovalRule & { ruleId: number; changedTime: string }

type Labels = Pick<ReturnType<typeof createSensitivity>, 'of'>

/** Of one organisation. */
const mostRules = 500

/** The administrator's side: rules and word lists, by the console and by the command line. */
export function createApprovalRules(
  deps: ApprovalDeps & { sensitivity: Labels },
  reader: ContentReader,
) {
  const { database } = deps
  const all = (organisation: OrganisationId) => allRules(database, organisation)
  return {
    all,
    departments: (organisation: OrganisationId) => departmentsOf(database, organisation),
    /** @throws item.not-found */
    named: async (organisation: OrganisationId, ruleId: number): Promise<KeptRule> => {
      const rule = (await all(organisation)).rules.find((one) => one.ruleId === ruleId)
      if (!rule) throw new AppError('item.not-found')
      return rule
    },
    /** @throws approval.rule-empty, approval.nobody-there, approval.rule-name, policy.no-copy, policy.too-many, item.not-found */
    save: (organisation: OrganisationId, rule: ApprovalRule, ruleId?: number) =>
      save(deps, { organisation, rule, ruleId }),
    /** @throws item.not-found */
    remove: (organisation: OrganisationId, ruleId: number): Promise<void> =>
      database.transaction(async (tx) => {
        await touchBehind(tx, organisation, { ruleId, now: deps.clock.now() })
        if ((await deleteRule(tx, organisation, ruleId)) === 0) throw new AppError('item.not-found')
      }),
    /** @throws item.not-found where not exactly the rules that there are are named */
    order: (organisation: OrganisationId, ruleIds: readonly number[]): Promise<void> =>
      order(deps, organisation, ruleIds),
    saveList: async (organisation: OrganisationId, list: ListRow): Promise<void> => {
      await saveList(deps, organisation, list)
    },
    test: (organisation: OrganisationId, rule: ApprovalRule, days: number) =>
      tryRule({ ...deps, reader }, { organisation, rule, days }),
    events: (
      organisation: OrganisationId,
      asked: { before: number | null; keyword: string; limit: number },
    ) => eventsOf(database, organisation, asked),
  }
}

/** A rule that is asked before one which ends the list, and was not, may apply to what it was never asked about. */
const order = (
  { database, clock }: ApprovalDeps,
  organisation: OrganisationId,
  ruleIds: readonly number[],
): Promise<void> =>
  database.transaction(async (tx) => {
    const there = (await rulesOf(tx, organisation)).map(asKept)
    const placeOf = new Map(ruleIds.map((id, place) => [id, place]))
    const isWhole =
      there.length === ruleIds.length && there.every(({ ruleId }) => placeOf.has(ruleId))
    if (!isWhole) throw new AppError('item.not-found')
    const place = ({ ruleId }: KeptRule) => placeOf.get(ruleId) ?? 0
    const ids = there
      .filter((rule, at) =>
        there.slice(0, at).some((before) => isEnd(before) && place(before) > place(rule)),
      )
      .map(({ ruleId }) => ruleId)
    await orderRules(tx, organisation, ruleIds)
    await touchRules(tx, organisation, { ids, now: clock.now() })
  })

/** Ends the list where it applies. */
const isEnd = ({ action, active }: KeptRule): boolean =>
  active && (action === 'approve' || action === 'block')

/** What a rule that ends the list kept from the rules behind it they are asked about once it is changed or gone. */
async function touchBehind(
  tx: Db,
  organisation: OrganisationId,
  { ruleId, now }: { ruleId: number; now: Date },
): Promise<void> {
  const there = (await rulesOf(tx, organisation)).map(asKept)
  const at = there.findIndex((one) => one.ruleId === ruleId)
  const before = there[at]
  if (!before || !isEnd(before)) return
  const ids = there.slice(at + 1).map((one) => one.ruleId)
  await touchRules(tx, organisation, { ids, now })
}

/** With its words the rules change that look for them. */
const saveList = (
  { database, clock }: ApprovalDeps,
  organisation: OrganisationId,
  list: ListRow,
): Promise<void> =>
  database.transaction(async (tx) => {
    if ((await writeList(tx, organisation, list)) === 0) return
    const there = (await rulesOf(tx, organisation)).map(asKept)
    const ids = there.filter(({ lists }) => lists.includes(list.name)).map(({ ruleId }) => ruleId)
    await touchRules(tx, organisation, { ids, now: clock.now() })
  })

const allRules = async (
  database: Database,
  organisation: OrganisationId,
): Promise<{ rules: KeptRule[]; lists: ListRow[] }> => ({
  rules: await mapInTurns(await rulesOf(database, organisation), asKept),
  lists: await listsOf(database, organisation),
})

const asKept = ({ id, rule, changedAt }: RuleRow): KeptRule => ({
  ...approvalRule.parse(rule),
  ruleId: id,
  changedTime: changedAt.toISOString(),
})

interface Saving {
  organisation: OrganisationId
  rule: ApprovalRule
  ruleId: number | undefined
}

async function save(
  { database, clock }: ApprovalDeps,
  { organisation, rule: given, ruleId }: Saving,
): Promise<KeptRule> {
  const rule = withoutOthers(given)
  if (rule.action === 'approve' && rule.levels.length === 0)
    throw new AppError('approval.rule-empty')
  if (rule.action === 'copy' && rule.copyTo.length === 0) throw new AppError('policy.no-copy')
  const people = [...rule.levels.flatMap((level) => level.approvers), ...rule.copyTo]
  const known = await peopleOf(database, people)
  const missing = people.find((one) => !known.has(one.toLowerCase()))
  if (missing !== undefined) throw new AppError('approval.nobody-there', { address: missing })
  const { name } = rule
  if (await isNameTaken(database, organisation, { name, but: ruleId ?? 0 }))
    throw new AppError('approval.rule-name')
  const one = { organisation, name, rule, now: clock.now() }
  if (ruleId === undefined && (await rulesOf(database, organisation)).length >= mostRules)
    throw new AppError('policy.too-many', { max: String(mostRules) })
  const row =
    ruleId === undefined
      ? await insertRule(database, one)
      : await database.transaction(async (tx) => {
          await touchBehind(tx, organisation, { ruleId, now: one.now })
          return updateRule(tx, { ...one, id: ruleId })
        })
  if (!row) throw new AppError(ruleId === undefined ? 'approval.rule-name' : 'item.not-found')
  return asKept(row)
}

/** What belongs to another action is not kept. */
const withoutOthers = (rule: ApprovalRule): ApprovalRule => ({
  ...rule,
  levels: rule.action === 'approve' ? rule.levels : [],
  choose: rule.action === 'approve' && rule.choose,
  copyTo: rule.action === 'copy' ? rule.copyTo : [],
})
