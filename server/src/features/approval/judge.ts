import type { Judged } from '../../delivery/outbound/types.ts'
import { AppError } from '../../platform/errors.ts'
import type { ApprovalDeps } from './approval-deps.ts'
import type { Handed } from './handed.ts'
import { hold } from './holding.ts'
import type { ContentReader } from './matching/read-content.ts'
import { type Match, type Walked, walkRules } from './matching/rule-walk.ts'
import { insertEvents } from './policy.queries.ts'
import { alsoOf, askWriter, eventOf } from './policy-acts.ts'
import type { KnownRule, RuleCache } from './rule-cache.ts'
import type { LookedUp, WriterRow } from './rules.queries.ts'
import { labelIn } from './sensitivity/label-fields.ts'
import { applyMarks } from './watermark/apply-marks.ts'
import type { MailMarker } from './watermark/mail-marker.ts'
import { lookUpPeople, type Reaching, whoItReaches } from './who-it-reaches.ts'

export interface JudgeOptions extends ApprovalDeps {
  reader: ContentReader
  cache: RuleCache
  marker: MailMarker
}

/**
 * The one gate before the outbox: every door asks it before it hands a mail over. @throws approval.no-approver where the
 * sender has to choose one first; policy.warn, policy.justify where the sender has to answer first; policy.blocked,
 * policy.encrypt, policy.nobody-left, policy.unmarked, policy.only-pdf where it may not leave as it is; alarms.too-many, alarms.held where its writer may send
 * no more
 */
export async function judge(options: JudgeOptions, mail: Handed): Promise<Judged> {
  // Neither needs the other; what the mail says is read only where it may be sent.
  const [limitIn, known] = await Promise.all([
    options.limits.check(mail.writerId, mail.recipients.length),
    lookUpPeople(options.database, mail),
  ])
  const acting = await lookAt(options, { mail, known }, () => true)
  return { ...(acting ? await act(options, acting) : { holdIn: null }), limitIn }
}

/**
 * A mail that its writer tries again for those who did not get it was judged when it was handed over, and approved or
 * answered for where that was wanted. Rules that came or changed since then are asked. Nobody is asked anything and nothing
 * is changed in it: where one of them would do that, it is written anew. A rule that only warns says so to who is there.
 * @throws policy.blocked, policy.encrypt, policy.since; alarms.held where its writer may send no more
 */
export async function judgeAgain(
  options: JudgeOptions,
  mail: Handed,
  { since, nobodyThere = false }: { since: Date; nobodyThere?: boolean },
): Promise<void> {
  // Those it goes to were counted the first time.
  const [, known] = await Promise.all([
    options.limits.check(mail.writerId, 0),
    lookUpPeople(options.database, mail),
  ])
  const acting = await lookAt(options, { mail, known }, ({ changedAt }) => changedAt > since)
  if (!acting) return
  await refuseWhatMayNotLeave(options, acting)
  const isOutside = acting.reaching.envelope.people.outside !== null
  const match = acting.walked.matches.find(
    ({ rule: { action } }) =>
      action !== 'encrypt' &&
      !(nobodyThere && action === 'warn') &&
      (isOutside || !outsideOnly.has(action)),
  )
  if (match) throw new AppError('policy.since', { rule: match.rule.name })
}

/** What they do is nothing where all who read it are ours. */
const outsideOnly = new Set<Match['rule']['action']>(['strip', 'watermark'])

/** What rules say of a mail; null where nobody wrote it or there is no rule. */
async function lookAt(
  options: JudgeOptions,
  { mail, known }: { mail: Handed; known: LookedUp | null },
  isAsked: (rule: KnownRule) => boolean,
): Promise<Acting | null> {
  const { reader, cache } = options
  if (!known) return null
  const { writer, version } = known
  const kept = await cache.of(writer.organisationId, version)
  const { lists, labels } = kept
  const rules = kept.rules.filter(isAsked)
  if (rules.length === 0) return null
  const reaching = await whoItReaches(options, { ...mail, size: mail.raw.length }, known)
  const envelope = { ...reaching.envelope, label: labelIn(mail.raw, labels), labels }
  const walked = await walkRules(reader, { rules, all: kept, lists, envelope, raw: mail.raw })
  return { mail, writer, reaching, walked }
}

interface Acting {
  mail: Handed
  writer: WriterRow
  reaching: Reaching
  walked: Walked
}

const matchesBy = ({ matches }: Walked, action: Match['rule']['action']): Match[] =>
  matches.filter(({ rule }) => rule.action === action)

/** @throws policy.blocked, policy.encrypt */
async function refuseWhatMayNotLeave(options: JudgeOptions, acting: Acting): Promise<void> {
  const { walked } = acting
  const [block] = matchesBy(walked, 'block')
  if (block) await refuse(options, acting, { match: block, code: 'policy.blocked' })
  const [encrypt] = walked.isSealed ? [] : matchesBy(walked, 'encrypt')
  if (encrypt) await refuse(options, acting, { match: encrypt, code: 'policy.encrypt' })
}

/** What can be refused is refused before anybody is asked anything. */
async function act(options: JudgeOptions, acting: Acting): Promise<Judged> {
  const { mail, writer, reaching, walked } = acting
  const by = (action: Match['rule']['action']) => matchesBy(walked, action)
  await refuseWhatMayNotLeave(options, acting)
  const [strip] = by('strip')
  const removed = strip ? reaching.outside : []
  if (strip && reaching.envelope.ours.count === 0)
    await refuse(options, acting, { match: strip, code: 'policy.nobody-left' })
  // Nobody outside is left behind a rule that removes them.
  const marks = await applyMarks(options, { ...acting, matches: strip ? [] : by('watermark') })
  const answered = await answersTo(options, acting, removed)
  const left = removed.length > 0 ? await withoutPeople(mail, removed) : mail
  const leaving = marks.raw ? { ...left, raw: marks.raw } : left
  const also = await alsoOf(options, {
    ...{ mail: leaving, writer, answered, marks: marks.events, removed, strip, copies: by('copy') },
    throughGroups: reaching.throughGroups,
    people: reaching.envelope.people.count,
  })
  const [approve] = by('approve')
  return {
    holdIn: approve ? await hold(options, { ...approve, mail: leaving, writer }) : null,
    ...(also && { alsoIn: also }),
    ...(marks.raw && { raw: marks.raw }),
    ...(removed.length > 0 && { removed }),
    // Who comes into a group behind the gate has not been judged (ADR 40).
    ...(reaching.throughGroups && { reach: strip ? [] : reaching.throughGroups }),
  }
}

/** @throws policy.warn, policy.justify */
async function answersTo(
  options: JudgeOptions,
  { mail, walked }: Acting,
  removed: readonly string[],
): Promise<{ match: Match; note: string }[]> {
  const answered = []
  for (const match of walked.matches.filter(({ rule }) => asksWriter(rule)))
    answered.push({ match, note: await askWriter(options, { mail, match, removed }) })
  return answered
}

async function withoutPeople(mail: Handed, removed: readonly string[]): Promise<Handed> {
  const recipients = mail.recipients.filter(
    ({ address }) => !removed.includes(address.toLowerCase()),
  )
  return { ...mail, recipients, ...(await mail.rewrite?.(removed)) }
}

const asksWriter = ({ action }: Match['rule']): boolean => action === 'warn' || action === 'justify'

/** @throws always, with what its writer reads */
async function refuse(
  { database, clock }: JudgeOptions,
  { mail, writer, reaching }: Acting,
  {
    match,
    code,
  }: { match: Match; code: 'policy.blocked' | 'policy.encrypt' | 'policy.nobody-left' },
): Promise<never> {
  const { rule } = match
  const outcome = code === 'policy.encrypt' ? 'encrypt' : 'blocked'
  const about = { mail, writer, match, people: reaching.envelope.people.count, now: clock.now() }
  await insertEvents(database, [eventOf(about, outcome)])
  throw new AppError(code, { rule: rule.name, text: rule.text })
}
