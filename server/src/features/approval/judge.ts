import {
  type ApprovalReason,
  type ApprovalRule,
  approvalRule,
} from '@hongyan/contract/approval-fields'
import type { EnvelopeRecipient, Judged } from '../../delivery/outbound/types.ts'
import { retainBlobs } from '../../platform/blobs/blobs.queries.ts'
import type { Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, OrganisationId, SubmissionId } from '../../platform/ids.ts'
import { insertApproval, insertApprovers, type Level } from './approval.queries.ts'
import type { ApprovalDeps } from './approval-deps.ts'
import type { ContentReader } from './read-content.ts'
import { type Envelope, matchContent, matchEnvelope, readsContent, wantedOf } from './rule-match.ts'
import {
  administratorsOf,
  choiceOf,
  listsOf,
  mailboxesOf,
  type PersonRow,
  peopleOf,
  rulesOf,
  type WriterRow,
  writeChoice,
  writerOf,
} from './rules.queries.ts'
import { tellLater } from './tell.ts'
import { addStep, nobody } from './trail.ts'

/** A mail that somebody, or a rule of somebody's, wants to leave. */
export interface Handed {
  /** The mailbox it is from, and the mailbox of the person who wrote it. */
  accountId: AccountId
  writerId: AccountId
  recipients: readonly EnvelopeRecipient[]
  subject: string
  hasFiles: boolean
  /** The mail as its readers will have it. */
  raw: Buffer
  /** Under which a browser sends it: its sender can choose an approver. Null: nobody can be asked. */
  sendKey: string | null
  /** When its sender wants it to leave; null: at once. */
  scheduledAt: Date | null
}

interface Options extends ApprovalDeps {
  reader: ContentReader
}

const passes: Judged = { holdIn: null }

/**
 * The one gate before the outbox: every door asks it before it hands a mail over. @throws approval.no-approver where the
 * sender has to choose one first
 */
export async function judge(options: Options, mail: Handed): Promise<Judged> {
  const { database } = options
  const writer = await writerOf(database, mail.writerId)
  if (!writer) return passes
  const rules = await activeRules(options, writer.organisationId)
  if (rules.length === 0) return passes
  const envelope = await envelopeOf(options, { ...mail, size: mail.raw.length }, writer)
  const found = await firstMatch(options, { rules, envelope, mail, writer })
  if (!found) return passes
  return hold(options, { ...found, mail, writer })
}

async function activeRules(
  { database }: Options,
  organisation: OrganisationId,
): Promise<ApprovalRule[]> {
  const rows = await rulesOf(database, organisation)
  return rows.map(({ rule }) => approvalRule.parse(rule)).filter(({ active }) => active)
}

/** So many members of groups are looked at one by one. */
const mostReached = 20_000

/** Real recipients: groups opened, each mailbox once under whatever address. */
export async function envelopeOf(
  { database, directory, groups }: Pick<Options, 'database' | 'directory' | 'groups'>,
  {
    accountId,
    writerId,
    recipients,
    size,
  }: Pick<Handed, 'accountId' | 'writerId'> & {
    recipients: readonly { address: string }[]
    size: number
  },
  writer: WriterRow,
): Promise<Envelope> {
  const written = recipients.map(({ address }) => address.toLowerCase())
  const boxes = await mailboxesOf(database, written)
  const isGroup = (one: string): boolean => boxes.get(one)?.kind === 'group'
  const reached = written.some(isGroup)
    ? await groups.expand(writer.organisationId, written, mostReached)
    : []
  const people = reached.map((one) => one.toLowerCase())
  const behind = new Map([...boxes, ...(await mailboxesOf(database, people))])
  const addresses = [...written.filter((one) => !isGroup(one)), ...people]
  const each = new Map(addresses.map((one) => [String(behind.get(one)?.accountId ?? one), one]))
  const domains = new Map<string, boolean>()
  for (const address of each.values()) {
    const domain = domainOf(address)
    if (!domains.has(domain)) domains.set(domain, !(await directory.isLocalDomain(domain)))
  }
  const box = accountId === writerId ? null : await writerOf(database, accountId)
  return {
    senders: [...writer.addresses, ...(box?.addresses ?? [])],
    departments: writer.departments,
    recipients: [...each.values()].map((address) => ({
      address,
      domain: domainOf(address),
      isOutside: domains.get(domainOf(address)) ?? true,
    })),
    size,
  }
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

interface Matching {
  rules: readonly ApprovalRule[]
  envelope: Envelope
  mail: Pick<Handed, 'raw'>
  writer: Pick<WriterRow, 'organisationId'>
}

interface Match {
  rule: ApprovalRule
  reasons: ApprovalReason[]
}

/** The first rule of the list that applies. The mail is read once, and only when a rule asks what it says. */
export async function firstMatch(
  { database, reader }: Pick<Options, 'database' | 'reader'>,
  { rules, envelope, mail, writer }: Matching,
): Promise<Match | null> {
  const all = rules.flatMap((rule) => {
    const reasons = matchEnvelope(rule, envelope)
    return reasons ? [{ rule, reasons }] : []
  })
  const sure = all.findIndex(({ rule }) => !readsContent(rule))
  const asked = sure < 0 ? all : all.slice(0, sure)
  if (asked.length > 0) {
    const rows = await listsOf(database, writer.organisationId)
    const lists = new Map(rows.map(({ name, words }) => [name, words]))
    const wanted = asked.map(({ rule }) => wantedOf(rule, lists))
    const found = await reader.find(mail.raw, wanted)
    for (const [place, { rule, reasons }] of asked.entries()) {
      const here = { finds: found.finds[place] ?? [], all: found }
      const content = matchContent(rule, wanted[place] ?? { words: [], patterns: [] }, here)
      if (content) return { rule, reasons: [...reasons, ...content] }
    }
  }
  return all[sure] ?? null
}

interface Holding extends Match {
  mail: Handed
  writer: WriterRow
}

async function hold(options: Options, holding: Holding): Promise<Judged> {
  const { blobs, jobs, clock } = options
  const { rule, reasons, mail, writer } = holding
  const { levels, people } = await levelsOf(options, holding)
  const blob = await blobs.put(mail.raw)
  const { accountId, writerId, subject, hasFiles, scheduledAt } = mail
  const recipients = mail.recipients.map(({ address, name, kind }) => ({ address, name, kind }))
  return {
    holdIn: async (tx: Db, submissionId: SubmissionId) => {
      const now = clock.now()
      const [first] = levels
      const id = await insertApproval(tx, {
        ...{ submissionId, organisationId: writer.organisationId, accountId, writerId },
        ...{ ruleName: rule.name, reasons, levels, recipients, hasFiles, scheduledAt },
        deadlineAt: deadlineOf(first, now),
        subject: subject.slice(0, 1000),
        fromName: writer.name,
        fromAddress: writer.address,
        blob: blob.hash,
        size: mail.raw.length,
        createdAt: now,
      })
      await retainBlobs(tx, [blob])
      await insertApprovers(
        tx,
        id,
        people.map(({ level, ...person }) => ({
          ...person,
          level,
          state: level === 1 ? ('waiting' as const) : ('none' as const),
        })),
      )
      const chained = { id, trailCount: 0, trailHash: Buffer.alloc(0) }
      await addStep(tx, chained, {
        time: now.toISOString(),
        action: 'submitted',
        who: { name: writer.name, address: writer.address },
        insteadOf: nobody,
        level: 1,
        opinion: '',
        about: {
          submissionId,
          subject,
          rule: rule.name,
          reasons,
          recipients,
          sha256: blob.hash.toString('hex'),
        },
      })
      await tellLater({ jobs }, tx, { approvalId: id, seq: 1 })
    },
  }
}

/** When the time of a level is over. */
export const deadlineOf = (level: Level | undefined, now: Date): Date | null =>
  level?.hours ? new Date(now.getTime() + level.hours * 3_600_000) : null

/**
 * Levels as they are now: nobody approves own mail, and a level with nobody left falls away. Where none is left the
 * administrators decide.
 */
async function levelsOf(
  options: Options,
  holding: Holding,
): Promise<{ levels: Level[]; people: (PersonRow & { level: number })[] }> {
  const { database } = options
  const { rule, mail, writer } = holding
  const known = await peopleOf(
    database,
    rule.levels.flatMap(({ approvers }) => approvers),
  )
  const mayDecide = ({ accountId }: PersonRow) =>
    accountId !== mail.writerId && accountId !== mail.accountId
  const levels: Level[] = []
  const people: (PersonRow & { level: number })[] = []
  for (const { approvers, needs, hours, after } of rule.levels) {
    const each = approvers.flatMap((one) => known.get(one.toLowerCase()) ?? []).filter(mayDecide)
    const once = [...new Map(each.map((one) => [one.accountId, one])).values()]
    const chosen = levels.length === 0 ? await chosenOf(options, holding, once) : once
    if (chosen.length === 0) continue
    levels.push({ needs, hours, after })
    people.push(...chosen.map((one) => ({ ...one, level: levels.length })))
  }
  if (levels.length > 0) return { levels, people }
  const others = (await administratorsOf(database, writer.organisationId)).filter(mayDecide)
  return {
    levels: [{ needs: 'any', hours: null, after: 'remind' }],
    people: others.map((one) => ({ ...one, level: 1 })),
  }
}

/** The one that the sender chose. @throws approval.no-approver when none was chosen and there is a choice */
async function chosenOf(
  { database, clock }: Options,
  { rule, mail: { writerId, sendKey } }: Holding,
  people: readonly PersonRow[],
): Promise<readonly PersonRow[]> {
  if (!rule.choose || sendKey === null || people.length < 2) return people
  const choice = await choiceOf(database, writerId, sendKey)
  const chosen = people.find(({ address }) => address === choice?.approver)
  if (chosen) return [chosen]
  const candidates = people.map(({ accountId }) => accountId)
  await writeChoice(database, writerId, { sendKey, candidates, approver: null, now: clock.now() })
  throw new AppError('approval.no-approver')
}
