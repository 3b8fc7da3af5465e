import type { ApprovalReason, ApprovalRule } from '@hongyan/contract/approval-fields'
import { currentAsker } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import { sentLately } from './approval.queries.ts'
import type { ApprovalDeps } from './approval-deps.ts'
import { envelopeOf, firstMatch } from './judge.ts'
import type { ContentReader } from './read-content.ts'
import { readsContent } from './rule-match.ts'
import {
  deleteRule,
  insertRule,
  isNameTaken,
  type ListRow,
  listsOf,
  peopleOf,
  type RuleRow,
  rulesOf,
  updateRule,
  writeList,
  writerOf,
} from './rules.queries.ts'

export type KeptRule = ApprovalRule & { ruleId: number; changedTime: string }

/** The administrator's side: rules and word lists, by the endpoint and by the command line. */
export function createApprovalRules(deps: ApprovalDeps, reader: ContentReader) {
  const { database } = deps
  return {
    all: async (
      organisation: OrganisationId,
    ): Promise<{ rules: KeptRule[]; lists: ListRow[] }> => ({
      rules: (await rulesOf(database, organisation)).map(asKept),
      lists: await listsOf(database, organisation),
    }),
    /** @throws approval.rule-empty, approval.nobody-there, approval.rule-name, item.not-found */
    save: (organisation: OrganisationId, rule: ApprovalRule, ruleId?: number) =>
      save(deps, { organisation, rule, ruleId }),
    /** @throws item.not-found */
    remove: async (organisation: OrganisationId, ruleId: number): Promise<void> => {
      if ((await deleteRule(database, organisation, ruleId)) === 0)
        throw new AppError('item.not-found')
    },
    saveList: async (organisation: OrganisationId, list: ListRow): Promise<void> => {
      await writeList(database, organisation, list)
    },
    test: (organisation: OrganisationId, rule: ApprovalRule, days: number) =>
      test({ ...deps, reader }, { organisation, rule, days }),
  }
}

const asKept = ({ id, rule, changedAt }: RuleRow): KeptRule => ({
  ...(rule as ApprovalRule),
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
  { organisation, rule, ruleId }: Saving,
): Promise<KeptRule> {
  if (rule.levels.length === 0) throw new AppError('approval.rule-empty')
  const approvers = rule.levels.flatMap((level) => level.approvers)
  const known = await peopleOf(database, approvers)
  const missing = approvers.find((one) => !known.has(one.toLowerCase()))
  if (missing !== undefined) throw new AppError('approval.nobody-there', { address: missing })
  const { name } = rule
  if (await isNameTaken(database, organisation, { name, but: ruleId ?? 0 }))
    throw new AppError('approval.rule-name')
  const one = { organisation, name, rule, now: clock.now() }
  const row =
    ruleId === undefined
      ? await insertRule(database, one)
      : await updateRule(database, { ...one, id: ruleId })
  if (!row) throw new AppError(ruleId === undefined ? 'approval.rule-name' : 'item.not-found')
  return asKept(row)
}

const mostTried = 500
const day = 24 * 3_600_000

/** What a rule would have held of the mail of some days; nothing of that mail is shown. */
async function test(
  deps: ApprovalDeps & { reader: ContentReader },
  { organisation, rule, days }: { organisation: OrganisationId; rule: ApprovalRule; days: number },
) {
  const { database, clock } = deps
  const since = new Date(clock.now().getTime() - days * day)
  const sent = await sentLately(database, organisation, { since, limit: mostTried })
  const reasons = new Map<string, ApprovalReason & { count: number }>()
  let held = 0
  for (const one of sent) {
    // Minutes of work for nobody.
    currentAsker().signal?.throwIfAborted()
    const found = await tried(deps, rule, one)
    if (found) held++
    for (const one of found?.reasons ?? []) count(reasons, one)
  }
  return { looked: sent.length, held, reasons: [...reasons.values()] }
}

type Sent = Awaited<ReturnType<typeof sentLately>>[number]

/** One mail at a time is in memory, and only where the rule asks what it says. */
async function tried(
  deps: ApprovalDeps & { reader: ContentReader },
  rule: ApprovalRule,
  { accountId, recipients, ...stored }: Sent,
) {
  const { database, mailstore } = deps
  const writer = await writerOf(database, accountId)
  if (!writer) return null
  const people = recipients.map((address) => ({ address }))
  const { size } = stored
  const envelope = await envelopeOf(
    deps,
    { accountId, writerId: accountId, recipients: people, size },
    writer,
  )
  const match = (raw: Buffer) =>
    firstMatch(deps, { rules: [{ ...rule, active: true }], envelope, mail: { raw }, writer })
  if (!readsContent(rule)) return match(Buffer.alloc(0))
  return mailstore.whileReading([stored], async (read) => match(await read(stored)))
}

/** By kind and value, but not by whose mail it was. */
function count(
  reasons: Map<string, ApprovalReason & { count: number }>,
  one: ApprovalReason,
): void {
  const value = ['word', 'pattern', 'domain', 'department'].includes(one.kind) ? one.value : ''
  const key = `${one.kind} ${value} ${one.place}`
  const before = reasons.get(key)
  if (before) before.count++
  else reasons.set(key, { ...one, value, count: 1 })
}
