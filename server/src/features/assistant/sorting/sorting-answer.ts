import type { FoundMail } from '@hongyan/contract/assistant-wire'
import type { ErrorCode } from '@hongyan/contract/errors'
import type { LabelRow } from '../../../mailstore/labels/labels.queries.ts'
import { AppError } from '../../../platform/errors.ts'
import { asId, type MessageId } from '../../../platform/ids.ts'
import { type Asked, byRulesInstead, listen } from '../answering.ts'
import type { AssistantOptions, Caller } from '../assistant-options.ts'
import { fencedPrompt } from '../gateway/prompts.ts'
import type { ReadAlong } from '../mail/mail-facts.ts'
import { asFound } from '../mailbox/find-mails.ts'
import type { SortingWish } from '../tickets.ts'
import { type LabelTerms, termsOf, weightOf } from './label-terms.ts'
import { choiceReader, sortingTask, wishText } from './sorting-prompt.ts'

/** The newest mails that are looked through, and those that have the label already, for what they are like. */
const most = { newest: 50, examples: 20 }
/** From this weight on a mail is proposed: one term in its subject, or two in its text. */
const enough = 2
/** So many mails of one sender with the label make the next one of that sender likely. */
const ofOneSender = 2

/** Proposes mails for a label, by what its owner says belongs there; nothing is marked. @returns why it is not what was asked for */
export async function answerSorting(
  options: AssistantOptions,
  caller: Caller,
  { wish, answering }: Asked,
): Promise<ErrorCode | null> {
  if (!wish.sorting) return null
  const label = await options.mailstore.label(caller, asId(wish.sorting.labelId))
  if (!label) throw new AppError('label.not-found')
  const { signal } = answering
  const ids = await idsFor(options, caller, wish.sorting)
  const read = await options.mails.readAll(caller, ids, { reading: 'text', signal })
  const mails = read.filter(({ labels }) => !labels.includes(label.id))
  const counted = { mails: { read: read.length, left: ids.length - read.length } }
  const terms = termsOf(`${label.name}\n${wish.sorting.words}`)
  const sayRules = async (): Promise<void> => {
    const known = await sendersOf(options, caller, label)
    answering.by('built-in')
    await answering.say({ ...counted, found: foundByRules(mails, terms, known) })
  }
  const { gateway, modelFor } = options
  if (mails.length === 0 || !gateway.has || !modelFor.includes(wish.type)) {
    await sayRules()
    return null
  }
  const reader = choiceReader(mails)
  let isSaid = false
  const show = async (chosen: readonly ReadAlong[], thought = ''): Promise<void> => {
    if (chosen.length === 0 && thought === '') return
    isSaid ||= chosen.length > 0
    const found = chosen.map((one) => asFound(one, terms.wanted))
    await answering.say({ ...(found.length > 0 ? { ...counted, found } : {}), thought })
  }
  const why = await listen(options, caller, {
    answering,
    prompt: fencedPrompt(wish.language, {
      task: sortingTask,
      asked: `Which of these mails belong under the label “${label.name}”? What its owner says belongs there: ${wish.sorting.words}`,
      data: wishText(mails),
    }),
    hear: ({ content, thought }) => show(reader.take(content), thought),
  })
  await show(reader.end())
  if (isSaid) return why
  // None is an answer; no answer is none.
  if (why === null && reader.saidNone()) {
    await answering.say(counted)
    return null
  }
  await sayRules()
  return byRulesInstead(why)
}

/** Those that were chosen, else the newest of the inbox; with the rights of the caller. */
async function idsFor(
  { mailstore }: AssistantOptions,
  { accountId, hidden }: Caller,
  { mailIds }: SortingWish,
): Promise<MessageId[]> {
  if (mailIds.length > 0) return mailIds.map((id) => asId<MessageId>(id))
  const folders = await mailstore.folders(accountId)
  const inbox = folders.find(({ id, role }) => role === 'inbox' && !hidden.includes(id))
  if (!inbox) return []
  const rows = await mailstore.lists.folder({
    ...{ accountId, folderId: inbox.id, filter: 'all', sort: 'date', pinsFirst: false },
    ...{ ascending: false, direction: 'next', cursor: null, limit: most.newest },
  })
  return rows.map(({ id }) => id)
}

/** Who wrote the mails that have the label, and how many each. */
async function sendersOf(
  { mailstore }: AssistantOptions,
  { accountId, hidden }: Caller,
  { id: labelId }: LabelRow,
): Promise<ReadonlyMap<string, number>> {
  const rows = await mailstore.labelPage({
    ...{ accountId, hidden, labelId, limit: most.examples },
    ...{ direction: 'next', cursor: null },
  })
  const senders = new Map<string, number>()
  for (const { fromAddress } of rows) {
    const address = fromAddress.toLowerCase()
    senders.set(address, (senders.get(address) ?? 0) + 1)
  }
  return senders
}

/** The most fitting first. */
function foundByRules(
  mails: readonly ReadAlong[],
  terms: LabelTerms,
  senders: ReadonlyMap<string, number>,
): FoundMail[] {
  return mails
    .map((mail) => ({ mail, weight: weightOf(terms, mail) }))
    .filter(({ weight }) => weight > 0)
    .map(({ mail, weight }) => ({ mail, weight: weight + likeness(mail, senders) }))
    .filter(({ weight }) => weight >= enough)
    .sort((one, other) => other.weight - one.weight)
    .map(({ mail }) => asFound(mail, terms.wanted))
}

/** A sender of whom several have the label: with one term in the text that is enough. */
const likeness = ({ address }: ReadAlong, senders: ReadonlyMap<string, number>): number =>
  (senders.get(address) ?? 0) >= ofOneSender ? 1 : 0
