import type { RuleQuestion } from '@hongyan/contract/approval-fields'
import { type ErrorCode, errorText, type Language } from '@hongyan/contract/errors'
import type { Judged } from '../../delivery/outbound/types.ts'
import type { Db } from '../../platform/db/pool.ts'
import { AppError, messageOf } from '../../platform/errors.ts'
import type { AccountId, SubmissionId, UserId } from '../../platform/ids.ts'
import {
  countsOf,
  deleteDeputy,
  deputyOf,
  dueApprovals,
  isApprover,
  orphanedApprovals,
  type State,
  writeDeputy,
} from './approval.queries.ts'
import type { ApprovalDeps, Person } from './approval-deps.ts'
import { type Decision, decide, orphaned, overdue, takenBackIn, withdraw } from './decisions.ts'
import { openEvidence } from './evidence.ts'
import type { Handed } from './handed.ts'
import { judge, judgeAgain } from './judge.ts'
import { createContentReader } from './matching/read-content.ts'
import { forgetAnswers, forgetEvents, questionOf, writeAnswer } from './policy.queries.ts'
import { createRuleCache } from './rule-cache.ts'
import {
  choiceOf,
  forgetChoices,
  type PersonRow,
  peopleById,
  peopleOf,
  writeChoice,
} from './rules.queries.ts'
import { createApprovalRules } from './rules.service.ts'
import { judgeScheduled } from './scheduled.ts'
import { createSensitivity } from './sensitivity/sensitivity.service.ts'
import { registerTelling } from './tell.ts'
import { approvalDetail, type ListRequest, listApprovals, nextApprovers } from './view.ts'
import { createMailMarker } from './watermark/mail-marker.ts'

export type Approval = ReturnType<typeof createApproval>

const day = 24 * 3_600_000
const choicesKept = 7 * day
/** Of what rules did. */
const eventsKept = 365 * day

/** What the gate costs: mails, and seconds of them together, those refused too. */
async function counted<T>(
  { metrics }: Pick<ApprovalDeps, 'metrics'>,
  work: () => Promise<T>,
): Promise<T> {
  const since = performance.now()
  try {
    return await work()
  } finally {
    metrics.count('hongyan_gate_mails_total')
    metrics.count('hongyan_gate_seconds_total', {}, (performance.now() - since) / 1000)
  }
}

/** Mail that must be approved before it leaves (ADR 34). */
export function createApproval(deps: ApprovalDeps) {
  const { database, clock, outbox } = deps
  const reader = createContentReader(deps.log)
  const marker = createMailMarker(deps.log)
  const sensitivity = createSensitivity(deps)
  const cache = createRuleCache({ database, sensitivity })
  registerTelling(deps)
  outbox.beforeScheduled((id) => judgeScheduled({ ...deps, reader, cache, marker }, id))
  return {
    rules: createApprovalRules({ ...deps, sensitivity }, reader),
    sensitivity,
    /** The one gate before the outbox; every door asks it. @throws approval.no-approver, policy.* */
    judge: (mail: Handed): Promise<Judged> =>
      counted(deps, () => judge({ ...deps, reader, cache, marker }, mail)),
    /** Of what its writer tries again: rules since then. @throws policy.* */
    judgeAgain: (mail: Handed, since: Date): Promise<void> =>
      judgeAgain({ ...deps, reader, cache, marker }, mail, { since }),
    /** What a rule asks the writer of a mail. @throws item.not-found */
    question: async ({ accountId }: Person, sendKey: string): Promise<RuleQuestion> => {
      const question = await questionOf(database, accountId, sendKey)
      if (!question) throw new AppError('item.not-found')
      return question as RuleQuestion
    },
    /** @throws policy.no-reason, item.not-found */
    answer: (person: Person, one: { sendKey: string; ruleId: number; reason: string }) =>
      answer(deps, person, one),
    /** In the transaction that takes a mail back. */
    takenBackIn: (tx: Db, id: SubmissionId) => takenBackIn(deps, tx, id),

    counts: (accountId: AccountId) => countsOf(database, accountId, clock.now()),
    list: (person: Person, request: ListRequest & { of: 'approver' | 'writer' }) =>
      listApprovals(deps, person, request),
    /** @throws item.not-found, approval.withdrawn, approval.finished */
    detail: (person: Person, id: number) => approvalDetail(deps, person, id),
    /** @throws link.invalid */
    evidence: (ticket: string) => openEvidence(deps, ticket),
    /** @throws as decide, approval.no-opinion */
    decide: (person: Person, decision: Decision): Promise<State> => {
      if (decision.opinion.trim() === '') throw new AppError('approval.no-opinion')
      return decide(deps, person.accountId, decision)
    },
    /** @throws item.not-found, approval.withdrawn, approval.decided */
    withdraw: (person: Person, id: number): Promise<State> => withdraw(deps, person.accountId, id),

    /** @throws approval.no-approver, approval.not-approver */
    choose: (person: Person, one: { sendKey: string; approver: string }) =>
      choose(deps, person, one),
    /** @throws item.not-found, approval.no-next */
    candidates: (
      person: Person,
      of: { sendKey?: string | undefined; approvalId?: number | undefined },
    ) => candidates(deps, person, of),

    deputy: async ({ accountId }: Person) => {
      const row = await deputyOf(database, accountId)
      return {
        deputy: row?.deputy ?? '',
        from: row?.from?.toISOString() ?? null,
        until: row?.until?.toISOString() ?? null,
        approver: await isApprover(database, accountId),
      }
    },
    /** @throws approval.nobody-there */
    saveDeputy: (person: Person, one: DeputyChoice): Promise<void> => saveDeputy(deps, person, one),

    /** Every minute: what time has decided, and what nobody can decide any more. What a crash leaves is done the next time. */
    keepTime: async (): Promise<void> => {
      for (const { id } of await dueApprovals(database, clock.now())) await overdue(deps, id)
      for (const { id } of await orphanedApprovals(database)) await orphaned(deps, id)
      await forgetChoices(database, new Date(clock.now().getTime() - choicesKept))
      await forgetAnswers(database, new Date(clock.now().getTime() - choicesKept))
      outbox.wake()
    },
    /** Every night. */
    forgetEvents: (): Promise<number> =>
      forgetEvents(database, new Date(clock.now().getTime() - eventsKept)),
    stop: async () => {
      await Promise.all([reader.stop(), marker.stop()])
    },
    /** What the settings of a person say of it. */
    marksOf: async (userId: UserId): Promise<{ mailApproval: number; approvalCount: number }> => {
      const user = await deps.directory.user(userId)
      const { isOn, count } = user
        ? await countsOf(database, user.accountId, clock.now())
        : { isOn: false, count: 0 }
      return { mailApproval: isOn ? 1 : 0, approvalCount: count }
    },
  }
}

interface DeputyChoice {
  deputy: string
  from: string | null
  until: string | null
}

async function saveDeputy(
  { database }: ApprovalDeps,
  { accountId }: Person,
  one: DeputyChoice,
): Promise<void> {
  if (one.deputy.trim() === '') return void (await deleteDeputy(database, accountId))
  const [person] = (await peopleOf(database, [one.deputy.trim()])).values()
  if (!person || person.accountId === accountId)
    throw new AppError('approval.nobody-there', { address: one.deputy })
  const date = (text: string | null) => (text === null ? null : new Date(text))
  const times = { from: date(one.from), until: date(one.until) }
  await writeDeputy(database, accountId, { deputyId: person.accountId, ...times })
}

async function answer(
  { database }: ApprovalDeps,
  { accountId }: Person,
  { sendKey, ruleId, reason }: { sendKey: string; ruleId: number; reason: string },
): Promise<void> {
  const question = (await questionOf(database, accountId, sendKey)) as RuleQuestion | null
  if (question?.ruleId !== ruleId) throw new AppError('item.not-found')
  const given = question.action === 'justify' ? reason.trim() : ''
  if (question.action === 'justify' && given === '') throw new AppError('policy.no-reason')
  await writeAnswer(database, accountId, { sendKey, ruleId, answer: given })
}

async function choose(
  { database, clock }: ApprovalDeps,
  { accountId }: Person,
  { sendKey, approver }: { sendKey: string; approver: string },
): Promise<void> {
  if (approver.trim() === '') throw new AppError('approval.no-approver')
  const person = [...(await peopleOf(database, [approver.trim()])).values()][0]
  const choice = await choiceOf(database, accountId, sendKey)
  const isOne = person && (choice?.candidates?.includes(person.accountId) ?? true)
  if (!isOne || person.accountId === accountId)
    throw new AppError('approval.not-approver', { address: approver })
  const chosen = { sendKey, candidates: null, approver: person.address, now: clock.now() }
  await writeChoice(database, accountId, chosen)
}

async function candidates(
  deps: ApprovalDeps,
  person: Person,
  { sendKey, approvalId }: { sendKey?: string | undefined; approvalId?: number | undefined },
): Promise<{ name: string; address: string }[]> {
  if (approvalId !== undefined) return nextApprovers(deps, person, approvalId)
  const choice =
    sendKey === undefined ? null : await choiceOf(deps.database, person.accountId, sendKey)
  if (!choice?.candidates) throw new AppError('item.not-found')
  const people: PersonRow[] = await peopleById(deps.database, choice.candidates)
  return people.map(({ name, address }) => ({ name, address }))
}

/** What became of one of several. */
export interface OneDecided {
  approvalId: number
  state: State
  error: { name: string; message: string } | null
}

/** One alone is refused with its own error; of several each says what stood against it. */
export async function each(
  ids: readonly number[],
  language: Language,
  work: (id: number) => Promise<State>,
): Promise<OneDecided[]> {
  const [only] = ids
  if (only === undefined) throw new AppError('item.not-found')
  if (ids.length === 1) return [{ approvalId: only, state: await work(only), error: null }]
  const list: OneDecided[] = []
  for (const approvalId of ids) {
    try {
      list.push({ approvalId, state: await work(approvalId), error: null })
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw new Error(messageOf(thrown), { cause: thrown })
      if (thrown.code === 'approval.no-opinion') throw thrown
      list.push({ approvalId, ...refusal(thrown, language) })
    }
  }
  return list
}

const stateAfter: Partial<Record<ErrorCode, State>> = {
  'approval.withdrawn': 'withdrawn',
  'approval.decided': 'approved',
}

const refusal = ({ code, details }: AppError, language: Language) => ({
  state: stateAfter[code] ?? ('pending' as const),
  error: { name: code, message: errorText(code, language, details) },
})
