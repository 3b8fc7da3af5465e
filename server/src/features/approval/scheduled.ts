import { createHash } from 'node:crypto'
import type { NewCopy } from '../../mailstore/types.ts'
import { AppError } from '../../platform/errors.ts'
import { soonLeaving, type WaitingMail } from './approval.queries.ts'
import { type JudgeOptions, judgeAgain } from './judge.ts'
import { heldBackMail } from './policy-mail.ts'

/** So long before its time a scheduled mail is looked at; it is looked for every minute. */
const aheadMs = 150_000
/** Of one look. */
const most = 500

/** Rules that came while a mail waited for the time that its writer chose: where one of them applies it stays, and its writer is told. */
export async function judgeScheduled(options: JudgeOptions): Promise<void> {
  const until = new Date(options.clock.now().getTime() + aheadMs)
  for (const one of await soonLeaving(options.database, { until, limit: most })) {
    try {
      const rule = await ruleAgainst(options, one)
      if (rule !== null) await keepBack(options, one, rule)
    } catch (err) {
      // The others are asked about all the same.
      options.log.error({ err, submission: one.id }, 'a scheduled mail was not asked about again')
    }
  }
}

/** @returns the name of a rule that wants it not to leave as it is */
async function ruleAgainst(options: JudgeOptions, one: WaitingMail): Promise<string | null> {
  const { accountId, writerId, recipients, subject, hasFiles, createdAt } = one
  try {
    await options.mailstore.whileReading([one], async (read) => {
      const raw = await read(one)
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
