import { createHash } from 'node:crypto'
import type { RuleOutcome } from '@hongyan/contract/approval-fields'
import { type Judged, type NewSubmission, notByPeople } from '../../delivery/outbound/types.ts'
import type { Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId } from '../../platform/ids.ts'
import type { ApprovalDeps } from './approval-deps.ts'
import type { Handed } from './handed.ts'
import type { Match } from './matching/rule-walk.ts'
import { answerTo, insertEvents, type NewEvent, writeQuestion } from './policy.queries.ts'
import { copyMail, removedMail } from './policy-mail.ts'
import { peopleOf, type WriterRow } from './rules.queries.ts'

interface About {
  mail: Handed
  writer: WriterRow
  match: Match
  people: number
  now: Date
}

/** A line of the list of what rules did. */
export const eventOf = (
  { mail, writer, match: { rule, reasons }, people, now }: About,
  outcome: RuleOutcome,
  note = '',
): NewEvent => ({
  organisationId: writer.organisationId,
  at: now,
  ruleName: rule.name,
  outcome,
  who: writer.address,
  subject: mail.subject.slice(0, 300),
  recipients: people,
  reasons,
  note,
})

/**
 * What the writer of a mail said to a rule that warns or wants a reason. An answer holds for this mail with these reasons and
 * recipients. @throws policy.warn, policy.justify where there is none yet, or nobody can be asked
 */
export async function askWriter(
  { database, clock }: ApprovalDeps,
  { mail, match, removed }: { mail: Handed; match: Match; removed: readonly string[] },
): Promise<string> {
  const { rule, reasons } = match
  const { name: ruleName, ruleId, text } = rule
  const action = rule.action === 'justify' ? 'justify' : 'warn'
  const { sendKey, writerId: accountId } = mail
  if (sendKey !== null) {
    const gone = new Set(removed)
    const people = mail.recipients
      .map(({ address }) => address.toLowerCase())
      .filter((one) => !gone.has(one))
      .toSorted()
    const asked = createHash('sha256')
      .update(JSON.stringify([rule, reasons, people]))
      .digest()
    const asking = { accountId, sendKey, ruleId, asked }
    const answer = await answerTo(database, asking)
    if (answer !== null) return answer
    const question = { ruleId, action, ruleName, text, reasons } as const
    await writeQuestion(database, asking, { question, now: clock.now() })
  }
  throw new AppError(`policy.${action}`, { rule: ruleName })
}

interface Done {
  mail: Handed
  writer: WriterRow
  answered: readonly { match: Match; note: string }[]
  /** What became of its files. */
  marks: readonly { match: Match; outcome: RuleOutcome; note: string }[]
  /** Addresses outside that it does not go to, and the rule that says so. */
  removed: readonly string[]
  strip: Match | undefined
  copies: readonly Match[]
  throughGroups: readonly string[] | null
  people: number
}

/** What is written with a mail that rules applied to; null: nothing. */
export async function alsoOf(deps: ApprovalDeps, done: Done): Promise<Judged['alsoIn'] | null> {
  const { mail, writer, answered, copies, strip, people } = done
  const now = deps.clock.now()
  const isTaken = done.removed.length > 0 || (done.throughGroups?.length ?? 0) > 0
  const stripped = strip && isTaken ? strip : null
  const line = (match: Match, outcome: RuleOutcome, note = '') =>
    eventOf({ mail, writer, match, people, now }, outcome, note)
  const events = [
    ...answered.map(({ match, note }) =>
      line(match, match.rule.action === 'justify' ? 'justified' : 'confirmed', note),
    ),
    ...(stripped ? [line(stripped, 'stripped', done.removed.slice(0, 20).join(', '))] : []),
    ...done.marks.map(({ match, outcome, note }) => line(match, outcome, note)),
    ...copies.map((match) => line(match, 'copied', match.rule.copyTo.join(', '))),
  ]
  if (events.length === 0) return null
  const mails = [
    ...(stripped ? await toldOf(deps, done, stripped) : []),
    ...(await copiesOf(deps, done)),
  ]
  return async (tx: Db) => {
    await insertEvents(tx, events)
    for (const one of mails) await deps.outbox.submit(tx, one)
  }
}

const submissionTo = (
  blob: NewSubmission['blob'],
  addresses: readonly string[],
): NewSubmission => ({
  accountId: null,
  judged: notByPeople,
  kind: 'bounce',
  sendKey: null,
  envelopeFrom: '',
  blob,
  smtputf8: true,
  holdUntil: null,
  recipients: addresses.map((address) => ({ address, name: '', kind: 'to' as const })),
})

/** Whoever wrote it is told whom it does not go to. */
async function toldOf(
  deps: ApprovalDeps,
  { mail, writer, removed, throughGroups }: Done,
  { rule }: Match,
): Promise<NewSubmission[]> {
  const language = await languageOf(deps, mail.writerId)
  const raw = await removedMail({
    to: writer.address,
    language,
    subject: mail.subject,
    ruleName: rule.name,
    text: rule.text,
    addresses: [...removed, ...(throughGroups ?? [])],
    now: deps.clock.now(),
  })
  return [submissionTo(await deps.blobs.put(raw), [writer.address])]
}

/** One copy for all supervisors of all rules, but for who wrote it. */
async function copiesOf(
  deps: ApprovalDeps,
  { mail, writer, copies }: Done,
): Promise<NewSubmission[]> {
  const known = await peopleOf(
    deps.database,
    copies.flatMap(({ rule }) => rule.copyTo),
  )
  const people = [...new Map([...known.values()].map((one) => [one.accountId, one])).values()]
  const readers = people.filter(({ accountId }) => accountId !== mail.writerId)
  const [first] = readers
  if (!first) return []
  const raw = await copyMail({
    to: readers.map(({ address }) => address),
    language: await languageOf(deps, first.accountId),
    writer,
    recipients: mail.recipients,
    subject: mail.subject,
    ruleNames: copies.map(({ rule }) => rule.name),
    original: mail.raw,
    now: deps.clock.now(),
  })
  return [
    submissionTo(
      await deps.blobs.put(raw),
      readers.map(({ address }) => address),
    ),
  ]
}

async function languageOf(
  { directory, settings }: ApprovalDeps,
  accountId: AccountId,
): Promise<'zh' | 'en'> {
  const owner = await directory.ownerOf(accountId)
  return owner ? (await settings.of(owner.userId)).language : 'zh'
}
