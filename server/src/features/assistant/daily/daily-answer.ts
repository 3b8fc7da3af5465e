import type { ErrorCode } from '@hongyan/contract/errors'
import type { MessageRow } from '../../../mailstore/types.ts'
import type { MessageId } from '../../../platform/ids.ts'
import type { Asked } from '../answering.ts'
import type { AssistantOptions, Caller } from '../assistant-options.ts'
import { sayBrief } from '../brief/brief-answer.ts'
import { dayLines } from './day-lines.ts'

/** Unread mails that are read, and the newest beside them, of so many days. */
const most = { unread: 20, newest: 15 }
const lookBackMs = 14 * 24 * 3_600_000

const dayTask = [
  'Brief the reader on the day: questions that wait for the answer of the reader, what is to be done and by whom, and dates to come.',
  'Write one line for each and nothing else, in this form: kind | number of the mail | who | YYYY-MM-DD | text',
  'kind is one of question, task, date. Where nobody is named or there is no day, write -. The most urgent first. At most 12 lines.',
].join('\n')

/** Answers with a brief on the day, of what lies in the inbox. @returns why it is not what was asked for */
export async function answerDaily(
  options: AssistantOptions,
  caller: Caller,
  asked: Asked,
): Promise<ErrorCode | null> {
  const rows = await rowsOf(options, caller)
  const ids = [...rows.keys()]
  const read = await options.mails.readAll(caller, ids, {
    reading: 'brief',
    signal: asked.answering.signal,
  })
  const own = caller.address.toLowerCase()
  const mails = read.filter(({ isList, address }) => !isList && address !== own)
  const answered = new Set(ids.filter((id) => rows.get(id)?.answered === true))
  return sayBrief(options, caller, {
    asked,
    mails: mails.filter(({ mailId }) => !answered.has(mailId)),
    left: ids.length - read.length,
    byRules: () => dayLines(mails, { answered, now: options.clock.now() }),
    task: dayTask,
    question: 'Brief me on my day.',
  })
}

/** The oldest first; nothing where the inbox is locked. */
async function rowsOf(
  { mailstore, clock }: AssistantOptions,
  { accountId, hidden }: Caller,
): Promise<Map<MessageId, MessageRow>> {
  const folders = await mailstore.folders(accountId)
  const inbox = folders.find(({ id, role }) => role === 'inbox' && !hidden.includes(id))
  if (!inbox) return new Map()
  const page = {
    accountId,
    folderId: inbox.id,
    sort: 'date',
    pinsFirst: false,
    ascending: false,
    direction: 'next',
    cursor: null,
  } as const
  const [unread, newest] = await Promise.all([
    mailstore.lists.folder({ ...page, filter: 'unread', limit: most.unread }),
    mailstore.lists.folder({ ...page, filter: 'all', limit: most.newest }),
  ])
  const since = clock.now().getTime() - lookBackMs
  const all = [...unread, ...newest].filter(({ receivedAt }) => receivedAt.getTime() >= since)
  const sorted = all.sort((one, other) => one.receivedAt.getTime() - other.receivedAt.getTime())
  return new Map(sorted.map((row) => [row.id, row]))
}
