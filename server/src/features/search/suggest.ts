import type { Reply } from '@hongyan/contract/endpoint'
import type { search as contract } from '@hongyan/contract/search'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import { withoutAnswerPrefix } from '../../mailstore/messages/threads.ts'
import { type SearchField, wordsQuery } from '../../mailstore/search/search-terms.ts'
import type { MessageRow, Viewer } from '../../mailstore/types.ts'
import type { AccountId, UserId } from '../../platform/ids.ts'
import { indexedWords } from './search-query.ts'

type Suggestions = Reply<typeof contract.suggest>

/** Who a text may mean: colleagues and people written to, by name, pinyin or address. */
export interface PersonSource {
  suggest(
    caller: { userId: UserId; accountId: AccountId },
    keyword: string,
  ): Promise<{ name: string; address: string; department: string }[]>
}

const shown = 5
/** So many of the newest hits are looked at: what is suggested is what came lately. */
const newest = 30
/** A suggestion that takes longer comes too late. */
const budgetMs = 10

/** Suggestions while typing: each kind is one short range of an index, whatever the size of the mailbox. */
export async function suggest(
  { mailstore, people }: { mailstore: Mailstore; people: PersonSource },
  caller: Viewer & { userId: UserId },
  keyword: string,
): Promise<Suggestions> {
  const text = keyword.trim()
  if (text === '') return { people: [], subjects: [] }
  const find = (field: SearchField) => hitsIn(mailstore, caller, { text, field })
  const [known, senders, subjects] = await Promise.all([
    people.suggest(caller, text),
    find('from'),
    find('subject'),
  ])
  return { people: peopleOf(known, senders), subjects: subjectsOf(subjects) }
}

async function hitsIn(
  mailstore: Mailstore,
  { accountId, hidden }: Viewer,
  { text, field }: { text: string; field: SearchField },
): Promise<MessageRow[]> {
  const words = wordsQuery({ text, fields: [field], prefixFrom: 1 })
  if (words === null) return []
  const everywhere = { cursor: null, from: null, until: null, conditions: [] }
  const asked = indexedWords([[{ kind: 'words', words, negated: false }]])
  const within = { accountId, hidden, limit: newest, budgetMs }
  const { rows } = await mailstore.search({ ...everywhere, ...within, words: asked })
  return rows
}

function peopleOf(
  known: readonly Suggestions['people'][number][],
  senders: readonly MessageRow[],
): Suggestions['people'] {
  const people = new Map<string, Suggestions['people'][number]>()
  // Who wrote lately comes first, then who one may write to.
  for (const { fromName: name, fromAddress: address } of senders) {
    if (!people.has(address.toLowerCase()))
      people.set(address.toLowerCase(), { name, address, department: '' })
  }
  const writers = [...people.values()].slice(0, 3)
  const chosen = new Map(writers.map((one) => [one.address.toLowerCase(), one]))
  for (const { name, address, department } of [...known, ...people.values()]) {
    if (chosen.size >= shown && !chosen.has(address.toLowerCase())) continue
    const before = chosen.get(address.toLowerCase())
    chosen.set(address.toLowerCase(), {
      name: before?.name || name,
      address,
      department: before?.department || department,
    })
  }
  return [...chosen.values()]
}

/** Answers are the same subject: the newest mail of each stands for it. */
function subjectsOf(rows: readonly MessageRow[]): Suggestions['subjects'] {
  const subjects = new Map<string, Suggestions['subjects'][number]>()
  for (const { id, subject } of rows) {
    const base = withoutAnswerPrefix(subject)
    const key = base.toLowerCase()
    if (base !== '' && !subjects.has(key)) subjects.set(key, { mailId: id, subject: base })
  }
  return [...subjects.values()].slice(0, shown)
}
