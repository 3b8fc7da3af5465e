import type { BriefLine } from '@hongyan/contract/assistant-wire'
import type { ErrorCode } from '@hongyan/contract/errors'
import { AppError } from '../../../platform/errors.ts'
import { asId, type MessageId } from '../../../platform/ids.ts'
import { type Asked, byRulesInstead, listen } from '../answering.ts'
import type { AssistantOptions, Caller } from '../assistant-options.ts'
import { fencedPrompt } from '../gateway/prompts.ts'
import type { ReadAlong } from '../mail/mail-facts.ts'
import { lineReader, linesByRules } from './brief-lines.ts'
import { briefTask, mailsText } from './brief-prompt.ts'

/** The newest mails of a thread that are read for its brief. */
const mostMails = 20

/** Answers with a brief on the conversation of a mail. @returns why it is not what was asked for */
export async function answerBrief(
  options: AssistantOptions,
  caller: Caller,
  { wish, answering }: Asked,
): Promise<ErrorCode | null> {
  const { signal } = answering
  const ids = await threadOf(options, caller, asId(wish.mail?.mailId ?? 0))
  const mails = await options.mails.readAll(caller, ids, { reading: 'brief', signal })
  // A brief that leaves out the very mail that was asked about would be one of something else.
  if (mails.length === 0 || !mails.some(({ mailId }) => mailId === wish.mail?.mailId))
    throw new AppError('assistant.protected')
  return sayBrief(options, caller, {
    asked: { wish, answering },
    mails,
    left: ids.length - mails.length,
    byRules: () => linesByRules(mails, options.clock.now()),
    task: briefTask,
    question: 'Brief me on this conversation.',
  })
}

interface Saying {
  asked: Asked
  mails: readonly ReadAlong[]
  /** Mails that are protected, and so not in it. */
  left: number
  byRules: () => BriefLine[]
  /** What a model is told, and asked. */
  task: string
  question: string
}

/** Says lines that stand on mails: those of a model where one may be asked, else those that rules find. @returns why it is not what was asked for */
export async function sayBrief(
  options: AssistantOptions,
  caller: Caller,
  { asked: { wish, answering }, mails, left, byRules, task, question }: Saying,
): Promise<ErrorCode | null> {
  const counted = { mails: { read: mails.length, left } }
  const sayRules = async (): Promise<void> => {
    answering.by('built-in')
    await answering.say({ ...counted, brief: byRules() })
  }
  const { gateway, modelFor } = options
  if (mails.length === 0 || !gateway.has || !modelFor.includes(wish.type)) {
    await sayRules()
    return null
  }
  const reader = lineReader(mails)
  let lines = 0
  const show = async (brief: BriefLine[], thought = ''): Promise<void> => {
    if (brief.length === 0 && thought === '') return
    lines += brief.length
    await answering.say({ ...(brief.length > 0 ? { ...counted, brief } : {}), thought })
  }
  const why = await listen(options, caller, {
    answering,
    prompt: fencedPrompt(wish.language, { task, asked: question, data: mailsText(mails) }),
    hear: ({ content, thought }) => show(reader.take(content), thought),
  })
  await show(reader.end())
  // What was said is no brief, or there is nothing: the rules say what they find.
  if (lines > 0) return why
  await sayRules()
  return byRulesInstead(why)
}

async function threadOf(
  { mailstore }: AssistantOptions,
  caller: Caller,
  mailId: MessageId,
): Promise<MessageId[]> {
  const row = await mailstore.find(caller, mailId)
  if (!row) throw new AppError('item.not-found')
  const folders = await mailstore.folders(caller.accountId)
  const folderIds = folders
    .filter(
      ({ id, role }) =>
        !caller.hidden.includes(id) &&
        (id === row.folderId || role === null || !['junk', 'trash', 'drafts'].includes(role)),
    )
    .map(({ id }) => id)
  const place = { accountId: caller.accountId, folderIds }
  const rows = await mailstore.lists.thread(place, row.threadId)
  const newest = rows.filter(({ draft }) => !draft).slice(-mostMails)
  return newest.some(({ id }) => id === mailId)
    ? newest.map(({ id }) => id)
    : [mailId, ...newest.slice(1).map(({ id }) => id)]
}
