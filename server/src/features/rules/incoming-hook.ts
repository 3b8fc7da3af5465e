import { readHeaders } from '@hongyan/mime/headers'
import type {
  CopyPlan,
  HookMail,
  InboundHook,
  Recipient,
  Reply,
} from '../../delivery/inbound/types.ts'
import { runAs } from '../../platform/actor.ts'
import { AppError } from '../../platform/errors.ts'
import { asId, type LabelId } from '../../platform/ids.ts'
import { forwardStep, forwardTargets } from './auto-forward.ts'
import { replyStep } from './auto-reply.ts'
import type { IncomingMail, Step } from './incoming-mail.ts'
import { factsOfMail } from './mail-facts.ts'
import { firstMatch } from './rule-match.ts'
import type { RuleRow, StoredAction } from './rules.queries.ts'
import type { RulesDeps } from './rules-deps.ts'

const rejected: Reply = {
  code: 550,
  status: '5.7.1',
  text: 'The recipient does not accept this mail',
}

/**
 * Rules, forward and reply for mail that comes in: the first rule that matches decides (G91). Spam is left alone:
 * it is neither sorted, passed on nor answered.
 */
export function createIncomingHook(deps: RulesDeps): InboundHook {
  return async (mail, recipient, plan) => {
    const { rules, answer } = await deps.handlings.of(recipient.accountId)
    if (plan.folder === 'junk') return plan
    if (rules.length === 0 && !answer.replyEnabled && !answer.forwardEnabled) return plan
    const { raw } = mail.message
    const open = {
      message: () => deps.mailstore.openRaw(raw),
      text: (max: number) => deps.mailstore.plainText(raw, max),
    }
    const rule = await firstMatch(rules, factsOfMail(mail.message, open))
    if (rule?.action.reject) return reject(deps, mail, recipient)
    return answerIt(deps, { mail, recipient, rule, plan: sorted(plan, rule) })
  }
}

async function reject(
  { mailstore, database }: RulesDeps,
  { message, sender }: HookMail,
  { accountId }: Recipient,
): Promise<Reply> {
  const subject = message.parsed.envelope.subject.slice(0, 1000)
  await mailstore.record(database, { accountId, kind: 'reject', peer: sender, subject })
  return rejected
}

/** The plan with what a rule says of folder, labels and marks. */
function sorted(plan: CopyPlan, rule: RuleRow | null): CopyPlan {
  if (!rule) return plan
  const { moveTo, labelIds, star, markRead }: StoredAction = rule.action
  return {
    ...plan,
    folder: moveTo === null ? plan.folder : asId(moveTo),
    labels: [...new Set([...plan.labels, ...labelIds.map((id) => asId<LabelId>(id))])],
    starred: plan.starred || star,
    seen: plan.seen || markRead,
    notify: plan.notify && !markRead,
  }
}

interface Answering {
  mail: HookMail
  recipient: Recipient
  rule: RuleRow | null
  plan: CopyPlan
}

/** Adds what leaves: everything that can fail is prepared here, so that the mail itself never waits for it. */
async function answerIt(
  deps: RulesDeps,
  { mail, recipient, rule, plan }: Answering,
): Promise<CopyPlan> {
  const { accountId } = recipient
  const { answer } = await deps.handlings.of(accountId)
  const wanted = rule?.action.forwardTo ?? []
  if (wanted.length === 0 && !answer.forwardEnabled && !answer.replyEnabled) return plan
  const incoming: IncomingMail = {
    mail,
    recipient,
    fields: readHeaders(mail.message.raw),
    own: new Set(await deps.directory.addressesOf(accountId)),
  }
  const targets = forwardTargets(deps, incoming, { rule: wanted, answer })
  const passOn =
    targets.length > 0 ? await attempt(deps, () => forwardStep(deps, incoming, targets)) : null
  const reply = await attempt(deps, () => replyStep(deps, incoming, answer))
  const steps = [passOn, reply].filter((step) => step !== null)
  if (steps.length === 0) return plan
  // Only what really leaves may leave the inbox.
  const gone = passOn !== null && answer.forwardEnabled && !answer.forwardKeep
  return {
    ...plan,
    ...(gone && plan.folder === 'inbox' ? passedOn : {}),
    alongside: {
      run: (tx, stored) =>
        runAs({ client: '', ip: '' }, async () => {
          for (const step of steps) await step(tx, stored)
        }),
      done: () => deps.outbox.wake(),
      otherwise: { folder: plan.folder, seen: plan.seen, notify: plan.notify },
    },
  }
}

/** An original that is not kept goes to the recycle bin: a forward may still fail on its way. */
const passedOn = { folder: 'trash', seen: true, notify: false } as const

/** A forward or reply that cannot be made leaves the mail as it is. */
async function attempt({ log }: RulesDeps, make: () => Promise<Step | null>): Promise<Step | null> {
  try {
    return await make()
  } catch (thrown) {
    // A rule of the organisation lets it not leave, or would ask somebody who is not there.
    if (thrown instanceof AppError && /^(?:policy|alarms|sensitivity)\./.test(thrown.code))
      log.info({ reason: thrown.code }, 'an automatic answer may not leave')
    else log.error({ err: thrown }, 'an automatic answer could not be made')
    return null
  }
}
