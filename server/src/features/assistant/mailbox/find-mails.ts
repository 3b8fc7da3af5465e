import type { FoundMail } from '@hongyan/contract/assistant-wire'
import { limits } from '@hongyan/contract/limits'
import { AppError } from '../../../platform/errors.ts'
import { asId, type FolderId, type MessageId } from '../../../platform/ids.ts'
import type { AssistantOptions, Caller } from '../assistant-options.ts'
import { sentencesOf } from '../engine/summary.ts'
import type { ReadAlong } from '../mail/mail-facts.ts'

/** Mails that are read for one answer. */
const most = 8
/** A page of the search answers with what it found so far: so often it is asked to go on. */
const mostPages = 4

/** What a search finds for the caller, with the caller's rights: no spam, nothing deleted. */
async function idsFor(
  { search, mailstore }: AssistantOptions,
  caller: Caller,
  searchKeyword: string,
): Promise<MessageId[]> {
  const folders = await mailstore.folders(caller.accountId)
  const left = new Set<number>(
    folders
      .filter(({ role }) => role === 'junk' || role === 'trash' || role === 'drafts')
      .map(({ id }) => id),
  )
  const searcher = { ...caller, userId: caller.person.userId }
  const ids: MessageId[] = []
  let sortValues: string | undefined
  for (let page = 0; page < mostPages && ids.length < most; page++) {
    const { list, readTo } = await search(searcher, { searchKeyword, pageSize: 20, sortValues })
    ids.push(
      ...list
        .filter(({ mailboxId }) => !left.has(mailboxId))
        .map(({ mailId }) => asId<MessageId>(mailId)),
    )
    if (readTo === null) break
    sortValues = readTo
  }
  return ids.slice(0, most)
}

export interface Finding {
  query: string
  mails: ReadAlong[]
}

/** What the first of some searches finds that may be read; a search that is none finds nothing. */
export async function findMails(
  options: AssistantOptions,
  caller: Caller,
  { queries, signal }: { queries: readonly string[]; signal: AbortSignal },
): Promise<Finding> {
  for (const one of queries) {
    const query = one.slice(0, limits.keyword)
    const ids = await idsFor(options, caller, query).catch((thrown: unknown) => {
      if (thrown instanceof AppError) return []
      throw thrown
    })
    const mails = await options.mails.readAll(caller, ids, { reading: 'text', signal })
    if (mails.length > 0) return { query, mails }
  }
  return { query: queries[0] ?? '', mails: [] }
}

/** Characters around the first word that are looked at, and of the sentence that is shown. */
const around = 400
const longest = 160

/** A mail as it is shown, with the sentence of it that has most of the words. */
export function asFound(
  { mailId, mailboxId, subject, from, at, text }: ReadAlong,
  words: readonly string[],
): FoundMail {
  const lower = text.toLowerCase()
  const wanted = words.map((one) => one.toLowerCase())
  const places = wanted.map((one) => lower.indexOf(one)).filter((place) => place >= 0)
  const first = Math.max(0, (places.length > 0 ? Math.min(...places) : 0) - around / 2)
  const sentences = sentencesOf(text.slice(first, first + 2 * around))
  const hits = (sentence: string): number => {
    const inLower = sentence.toLowerCase()
    return wanted.filter((one) => inLower.includes(one)).length
  }
  const [best = ''] = sentences.toSorted((a, b) => hits(b) - hits(a))
  return {
    mailId,
    mailboxId: Number(mailboxId as FolderId),
    subject,
    from,
    at: at.toISOString(),
    quote: best.slice(0, longest),
  }
}
