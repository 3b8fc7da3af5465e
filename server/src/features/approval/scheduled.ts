import { createHash } from 'node:crypto'
import type { NewCopy } from '../../mailstore/types.ts'
import { AppError } from '../../platform/errors.ts'
import type { SubmissionId } from '../../platform/ids.ts'
import { scheduledBefore, type WaitingMail } from './approval.queries.ts'
import { type JudgeOptions, judgeAgain } from './judge.ts'
import { heldBackMail } from './policy-mail.ts'

/**
 * Rules that came while a mail waited for the time that its writer chose, asked when the outbox takes it up, however late
 * that is: where one of them applies it stays, and its writer is told. @returns whether it may leave
 * @throws when it cannot be asked about now: then it waits
 */
export async function judgeScheduled(options: JudgeOptions, id: SubmissionId): Promise<boolean> {
  const one = await scheduledBefore(options.database, id)
  const rule = one && (await ruleAgainst(options, one))
  if (!one || rule === null) return true
  await keepBack(options, one, rule)
  return false
}

/** @returns the name of a rule that wants it not to leave as it is */
async function ruleAgainst(options: JudgeOptions, one: WaitingMail): Promise<string | null> {
  const { accountId, writerId, recipients, subject, hasFiles, createdAt } = one
  try {
    await options.mailstore.whileReading([one], async (read) => {
      // Of a read-limited mail the sent copy is a notice.
      const raw = (await options.originalOf(accountId, one.id)) ?? (await read(one))
      const mail = { accountId, writerId, recipients, subject, hasFiles, raw }
      const handed = { ...mail, sendKey: null, scheduledAt: null }
      await judgeAgain(options, handed, { since: createdAt, nobodyThere: true })
    })
    return null
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
    return thrown.code.startsWith('policy.') ? (thrown.details.rule ?? '') : null
  }
}

/** That it stays and that its writer hears of it is one step: a process that dies leaves neither alone. */
async function keepBack(
  { database, outbox, mailstore, directory, settings, clock }: JudgeOptions,
  { id, accountId, writerId, messageId, subject }: WaitingMail,
  ruleName: string,
): Promise<void> {
  const owner = await directory.ownerOf(writerId)
  const now = clock.now()
  const notice = owner && {
    to: owner.address,
    language: (await settings.of(owner.userId)).language,
    ...{ subject, ruleName, now },
  }
  const message = notice && (await mailstore.keep(await heldBackMail(notice)))
  const copy: NewCopy = {
    accountId: writerId,
    folder: 'inbox',
    receivedAt: now,
    notify: true,
    ignoreQuota: true,
    receipt: createHash('sha256').update(`scheduled ${id}`).digest(),
    log: { kind: 'receive', client: '', ip: '' },
  }
  const changes = await database.transaction(async (tx) => {
    if (!(await outbox.cancelIn(tx, accountId, id))) return []
    const told = message ? (await mailstore.storeIn(tx, message, [copy])).changes : []
    return [...(await mailstore.submissionChangedIn(tx, accountId, messageId)), ...told]
  })
  mailstore.announce(changes)
}
