import { AppError } from '../../platform/errors.ts'
import type { AccountId, UserId } from '../../platform/ids.ts'
import { autoAnswerOf, saveForwardSettings, saveReplySettings } from './auto-answers.queries.ts'
import { instantOf, localMinute } from './local-minutes.ts'
import { checkedTargets } from './rule-check.ts'
import type { RulesDeps } from './rules-deps.ts'

/** Whose settings they are. */
export interface Owner {
  accountId: AccountId
  userId: UserId
}

export interface ReplyForm {
  enabled: boolean
  content: string
  /** Minutes of the user's own time zone; '' is no bound. */
  startTime: string
  endTime: string
}

export interface ForwardForm {
  enabled: boolean
  forwardTo: string[]
  keepOriginal: boolean
}

/** Automatic reply and forward, as the general settings show them. */
export const createAutoAnswers = (deps: RulesDeps) => ({
  reply: async ({ accountId, userId }: Owner): Promise<ReplyForm> => {
    const [row, { timeZone }] = await Promise.all([
      autoAnswerOf(deps.database, accountId),
      deps.settings.of(userId),
    ])
    return {
      enabled: row.replyEnabled,
      content: row.replyContent,
      startTime: localMinute(row.replyFrom, timeZone),
      endTime: localMinute(row.replyUntil, timeZone),
    }
  },

  /** @throws reply.no-content, reply.range */
  saveReply: async ({ accountId, userId }: Owner, form: ReplyForm): Promise<void> => {
    const content = form.content.trim()
    if (form.enabled && content === '') throw new AppError('reply.no-content')
    const { timeZone } = await deps.settings.of(userId)
    const from = boundOf(form.startTime, timeZone)
    const until = boundOf(form.endTime, timeZone)
    if (from && until && from >= until) throw new AppError('reply.range')
    await deps.database.transaction(async (tx) => {
      await saveReplySettings(tx, accountId, {
        replyEnabled: form.enabled,
        replyContent: content,
        replyFrom: from,
        replyUntil: until,
      })
      await deps.mailstore.record(tx, { accountId, kind: 'reply-settings' })
    })
    deps.handlings.changed(accountId)
  },

  /** Both as they are stored, for the self-check. */
  answers: (accountId: AccountId) => autoAnswerOf(deps.database, accountId),

  forward: async ({ accountId }: Owner): Promise<ForwardForm> => {
    const row = await autoAnswerOf(deps.database, accountId)
    return {
      enabled: deps.autoForward && row.forwardEnabled,
      forwardTo: row.forwardTo,
      keepOriginal: row.forwardKeep,
    }
  },

  /** @throws rule.no-address, rule.bad-address, forward.duplicate, forward.own, forward.not-allowed */
  saveForward: async ({ accountId }: Owner, form: ForwardForm): Promise<void> => {
    const { autoForward, database, directory } = deps
    if (!autoForward) throw new AppError('forward.not-allowed')
    const own = new Set(await directory.addressesOf(accountId))
    const typed = form.forwardTo
    const targets =
      form.enabled || typed.length > 0 ? checkedTargets(typed, { autoForward, own }) : []
    await database.transaction(async (tx) => {
      await saveForwardSettings(tx, accountId, {
        forwardEnabled: form.enabled,
        forwardTo: targets,
        forwardKeep: form.keepOriginal,
      })
      await deps.mailstore.record(tx, { accountId, kind: 'forward-settings' })
    })
    deps.handlings.changed(accountId)
  },
})

/** @throws request.invalid for a day that does not exist */
function boundOf(local: string, zone: number): Date | null {
  const instant = instantOf(local, zone)
  if (local !== '' && instant === null) throw new AppError('request.invalid', { detail: local })
  return instant
}
