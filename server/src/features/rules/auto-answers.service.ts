import type { Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, UserId } from '../../platform/ids.ts'
import { autoAnswerOf, saveForwardSettings, saveReplySettings } from './auto-answers.queries.ts'
import { instantOf, localMinute } from './local-minutes.ts'
import { checkedTargets } from './rule-check.ts'
import type { RulesDeps } from './rules-deps.ts'

/** The mailbox that answers, and who sets it: times are meant in that person's zone, for a mailbox of several has none. */
export interface Owner {
  accountId: AccountId
  person: { userId: UserId }
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
  reply: async ({ accountId, person }: Owner): Promise<ReplyForm> => {
    const [row, { timeZone }] = await Promise.all([
      autoAnswerOf(deps.database, accountId),
      deps.settings.of(person.userId),
    ])
    return {
      enabled: row.replyEnabled,
      content: row.replyContent,
      startTime: localMinute(row.replyFrom, timeZone),
      endTime: localMinute(row.replyUntil, timeZone),
    }
  },

  /** @throws reply.no-content, reply.range */
  saveReply: (owner: Owner, reply: ReplyForm) => save(deps, owner, { reply }),

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
  saveForward: (owner: Owner, forward: ForwardForm) => save(deps, owner, { forward }),

  /** Checked now, to be written in a transaction of the caller's, who calls `done` after it. */
  prepare: (owner: Owner, forms: AnswerForms) => prepare(deps, owner, forms),
})

export interface AnswerForms {
  reply?: ReplyForm | undefined
  forward?: ForwardForm | undefined
  /** In which the period of the reply is meant; absent: as the person has it set. */
  timeZone?: number | undefined
}

async function save(deps: RulesDeps, owner: Owner, forms: AnswerForms): Promise<void> {
  const { write, done } = await prepare(deps, owner, forms)
  await deps.database.transaction(write)
  done()
}

async function prepare(deps: RulesDeps, owner: Owner, forms: AnswerForms) {
  const { accountId } = owner
  const reply = forms.reply && (await checkedReply(deps, owner, forms))
  const forward = forms.forward && (await checkedForward(deps, owner, forms.forward))
  return {
    write: async (tx: Db): Promise<void> => {
      if (reply) {
        await saveReplySettings(tx, accountId, reply)
        await deps.mailstore.record(tx, { accountId, kind: 'reply-settings' })
      }
      if (forward) {
        await saveForwardSettings(tx, accountId, forward)
        await deps.mailstore.record(tx, { accountId, kind: 'forward-settings' })
      }
    },
    done: (): void => {
      if (reply || forward) deps.handlings.changed(accountId)
    },
  }
}

async function checkedReply(deps: RulesDeps, { person }: Owner, { reply, ...forms }: AnswerForms) {
  if (!reply) return undefined
  const content = reply.content.trim()
  if (reply.enabled && content === '') throw new AppError('reply.no-content')
  const timeZone = forms.timeZone ?? (await deps.settings.of(person.userId)).timeZone
  const from = boundOf(reply.startTime, timeZone)
  const until = boundOf(reply.endTime, timeZone)
  if (from && until && from >= until) throw new AppError('reply.range')
  return { replyEnabled: reply.enabled, replyContent: content, replyFrom: from, replyUntil: until }
}

async function checkedForward(
  { autoForward, directory }: RulesDeps,
  { accountId }: Owner,
  { enabled, forwardTo, keepOriginal }: ForwardForm,
) {
  if (!autoForward) throw new AppError('forward.not-allowed')
  const own = new Set(await directory.addressesOf(accountId))
  const isChecked = enabled || forwardTo.length > 0
  const targets = isChecked ? checkedTargets(forwardTo, { autoForward, own }) : []
  return { forwardEnabled: enabled, forwardTo: targets, forwardKeep: keepOriginal }
}

/** @throws request.invalid for a day that does not exist */
function boundOf(local: string, zone: number): Date | null {
  const instant = instantOf(local, zone)
  if (local !== '' && instant === null) throw new AppError('request.invalid', { detail: local })
  return instant
}
