import type { ApprovalReason, ApprovalRule } from '@hongyan/contract/approval-fields'
import { currentAsker } from '../../platform/actor.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import { sentLately } from './approval.queries.ts'
import type { ApprovalDeps } from './approval-deps.ts'
import type { ContentReader } from './matching/read-content.ts'
import { type Labelled, readsContent, wantedOf } from './matching/rule-match.ts'
import { type Match, walkRules } from './matching/rule-walk.ts'
import { type WantedBytes, type WordLists, writeWanted } from './matching/wanted.ts'
import type { ActiveRule } from './rule-cache.ts'
import { type LookedUp, listsOf } from './rules.queries.ts'
import { labelIn } from './sensitivity/label-fields.ts'
import type { createSensitivity } from './sensitivity/sensitivity.service.ts'
import { lookUpPeople, whoItReaches } from './who-it-reaches.ts'

const mostTried = 500
const mostExamples = 20
const day = 24 * 3_600_000

type Deps = ApprovalDeps & {
  reader: ContentReader
  sensitivity: Pick<ReturnType<typeof createSensitivity>, 'of'>
}

interface Example {
  at: string
  from: string
  subject: string
  recipients: number
}

/** Which mail of some days a rule would have applied to: numbers, and a few of them by subject; nothing of what they say. */
export async function tryRule(
  deps: Deps,
  { organisation, rule, days }: { organisation: OrganisationId; rule: ApprovalRule; days: number },
) {
  const { database, clock } = deps
  const since = new Date(clock.now().getTime() - days * day)
  const sent = await sentLately(database, organisation, { since, limit: mostTried })
  const words = await listsOf(database, organisation)
  const lists = new Map(words.map((one) => [one.name, one.words]))
  const { on, labels: known } = await deps.sensitivity.of(organisation)
  const labels = on ? known : []
  const rules = [{ ...rule, active: true, ruleId: 0 }]
  const wanted = await writeWanted({ rules: rules.map(wantedOf), lists })
  const all = { rules, wanted }
  const reasons = new Map<string, ApprovalReason & { count: number }>()
  const examples: Example[] = []
  let found = 0
  for (const one of sent) {
    // Minutes of work for nobody.
    currentAsker().signal?.throwIfAborted()
    const { accountId } = one
    const recipients = one.recipients.map((address) => ({ address }))
    const known = await lookUpPeople(database, { accountId, writerId: accountId, recipients })
    const match = known && (await matchOf(deps, { rule, all, lists, labels, known, sent: one }))
    if (!match) continue
    found++
    for (const reason of match.reasons) count(reasons, reason)
    if (examples.length < mostExamples)
      examples.push({
        at: one.at.toISOString(),
        from: known.writer.address,
        subject: one.subject,
        recipients: one.recipients.length,
      })
  }
  return { looked: sent.length, found, reasons: [...reasons.values()], examples }
}

type Sent = Awaited<ReturnType<typeof sentLately>>[number]

interface Trying {
  rule: ApprovalRule
  /** The rule as the only one that is on, and what it looks for. */
  all: { rules: readonly ActiveRule[]; wanted: WantedBytes }
  lists: WordLists
  labels: Labelled['labels']
  known: LookedUp
  sent: Sent
}

/** One mail at a time is in memory, and only where the rule asks what it says. */
async function matchOf(
  deps: Deps,
  { rule, all, lists, labels, known, sent }: Trying,
): Promise<Match | null> {
  const { accountId, size } = sent
  const recipients = sent.recipients.map((address) => ({ address }))
  const mail = { accountId, writerId: accountId, recipients, size }
  const { envelope: reached } = await whoItReaches(deps, mail, known)
  const walk = async (raw: Buffer): Promise<Match | null> => {
    const envelope = { ...reached, labels, label: labelIn(raw, labels) }
    const { matches, isSealed } = await walkRules(deps.reader, {
      rules: all.rules,
      all,
      lists,
      envelope,
      raw,
    })
    return rule.action === 'encrypt' && isSealed ? null : (matches[0] ?? null)
  }
  if (!readsContent(rule) && rule.sensitivity === null) return walk(Buffer.alloc(0))
  return deps.mailstore.whileReading([sent], async (read) => walk(await read(sent)))
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
