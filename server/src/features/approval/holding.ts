import type { Judged } from '../../delivery/outbound/types.ts'
import { retainBlobs } from '../../platform/blobs/blobs.queries.ts'
import type { Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { SubmissionId } from '../../platform/ids.ts'
import { insertApproval, insertApprovers, type Level } from './approval.queries.ts'
import type { ApprovalDeps } from './approval-deps.ts'
import type { Handed } from './handed.ts'
import type { Match } from './matching/rule-walk.ts'
import {
  administratorsOf,
  choiceOf,
  headsOf,
  type PersonRow,
  peopleOf,
  type WriterRow,
  writeChoice,
} from './rules.queries.ts'
import { tellLater } from './tell.ts'
import { addStep, nobody } from './trail.ts'

interface Holding extends Match {
  mail: Handed
  writer: WriterRow
}

/** What holds a mail, to be written in the transaction that hands it over. @throws approval.no-approver */
export async function hold(
  options: ApprovalDeps,
  holding: Holding,
): Promise<NonNullable<Judged['holdIn']>> {
  const { blobs, jobs, clock } = options
  const { rule, reasons, mail, writer } = holding
  const { levels, people } = await levelsOf(options, holding)
  const blob = await blobs.put(mail.raw)
  const { accountId, writerId, subject, hasFiles, scheduledAt } = mail
  const recipients = mail.recipients.map(({ address, name, kind }) => ({ address, name, kind }))
  return async (tx: Db, submissionId: SubmissionId) => {
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
  options: ApprovalDeps,
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
  const heads = rule.levels.some(({ head }) => head) ? await headsOf(database, mail.writerId) : []
  for (const { approvers, head, needs, hours, after } of rule.levels) {
    const named = approvers.flatMap((one) => known.get(one.toLowerCase()) ?? [])
    const each = [...(head ? heads : []), ...named].filter(mayDecide)
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
  { database, clock }: ApprovalDeps,
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
