import { type ApprovalRule, approvalRule } from '@hongyan/contract/approval-fields'
import type { SensitivityLabel } from '@hongyan/contract/sensitivity-fields'
import type { Database } from '../../platform/db/pool.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import { mapInTurns } from '../../platform/in-turns.ts'
import { wantedOf } from './matching/rule-match.ts'
import { type WantedBytes, type WordLists, writeWanted } from './matching/wanted.ts'
import { listsOf, rulesOf } from './rules.queries.ts'
import type { createSensitivity } from './sensitivity/sensitivity.service.ts'

export type ActiveRule = ApprovalRule & { ruleId: number }
/** With when it last became what it is. */
export type KnownRule = ActiveRule & { changedAt: Date }

interface Kept {
  version: string
  rules: KnownRule[]
  lists: WordLists
  /** What they look for, in their order. */
  wanted: WantedBytes
  /** The lightest first; none where they are off. */
  labels: readonly SensitivityLabel[]
}

export type RuleCache = ReturnType<typeof createRuleCache>

/** The rules that are on, the word lists and the labels, read anew only when one of them has changed, in whatever process. */
export function createRuleCache({
  database,
  sensitivity,
}: {
  database: Database
  sensitivity: Pick<ReturnType<typeof createSensitivity>, 'of'>
}) {
  const kept = new Map<OrganisationId, Kept>()
  /** What is read now: many mails that come at once wait for one reading. */
  const reading = new Map<string, Promise<Kept>>()
  const read = async (organisation: OrganisationId, version: string): Promise<Kept> => {
    const rows = await rulesOf(database, organisation)
    const all = await mapInTurns(rows, ({ id, rule, changedAt }) => ({
      ...approvalRule.parse(rule),
      ruleId: id,
      changedAt,
    }))
    const rules = all.filter(({ active }) => active)
    const words = await listsOf(database, organisation)
    const lists = new Map(words.map((one) => [one.name, one.words]))
    const { on, labels } = await sensitivity.of(organisation)
    const wanted = await writeWanted({ rules: rules.map(wantedOf), lists })
    const now = { version, rules, lists, wanted, labels: on ? labels : [] }
    kept.set(organisation, now)
    return now
  }
  return {
    /** @param version which of them hold now */
    of: (organisation: OrganisationId, version: string): Kept | Promise<Kept> => {
      const before = kept.get(organisation)
      if (before?.version === version) return before
      const key = `${organisation} ${version}`
      const underWay = reading.get(key)
      if (underWay) return underWay
      const now = read(organisation, version).finally(() => reading.delete(key))
      reading.set(key, now)
      return now
    },
  }
}
