/** Times that a question names, in the words of the search. */
const times: readonly [pattern: RegExp, query: string][] = [
  [/今天|今日|\btoday\b/i, 'after:today'],
  [/昨天|昨日|\byesterday\b/i, 'after:yesterday before:today'],
  [/上个?(?:周|星期)|\blast week\b/i, 'after:14d'],
  [/[本这]个?(?:周|星期)|\bthis week\b/i, 'after:7d'],
  [/[本这]个?月|\bthis month\b/i, 'after:31d'],
  [/上个?月|\blast month\b/i, 'after:62d'],
  [/最近|近期|\brecent(?:ly)?\b|\blately\b/i, 'after:60d'],
  [/今年|\bthis year\b/i, 'after:366d'],
]
const files = /附件|\battachments?\b|\battached\b/i
const unread = /未读|没看|\bunread\b/i
const sender =
  /(?:来自|由)\s?([\p{Script=Han}A-Za-z]{2,12}?)(?=的|发|寄|说|，|。|？|\?|$)|(\p{Script=Han}{2,4}?)(?:在(?:信|邮件)[里中])?(?:给我)?(?:发来|发给我|发的|寄来|写的|来信|提到|告诉我|说(?!明))|\bfrom ([a-z][\w.@-]{1,40})|\b(?:did|does|has) ([a-z][a-z-]{1,30}) (?:say|said|write|wrote|send|sent|ask|promise|tell|mention)/iu

/** What only makes a question of the words. */
const asking =
  /请问|麻烦|帮我|帮忙|能不能|可不可以|是不是|有没有|什么时候|什么样|为什么|什么|怎么样?|哪些|哪一?[个封天位里]|多少|几[点号个时]|谁|吗|呢|吧|啊|了|的|地|得|是|有|在|我们?|你们?|您|他们?|她|它|一下|看看|查[一找]?下?|查找|搜索|找[出到]?|列出|关于|有关|邮件|邮箱|信里|信中|哪|这|那|封|里面?|中|和|与|及|或|给|发来|发的|寄来|写的|来信|提到|告诉|说过?|要求|需要|最新|最后|一次|上次/g
const idle = new Set(
  'the a an is are was were be been do does did has have had what when where who whom which why how much many i me my we our you your he she it they them to of in on at for and or with by from about that this these those can could would should will any some there mail mails email emails message messages mailbox inbox find show list tell search look say said says write wrote written send sent ask asked promise mention please latest last most recent recently today yesterday week month year attachment attachments attached unread lately'.split(
    ' ',
  ),
)

/** What a question asks for: words that the mail must have, and what else narrows it. */
interface Asked {
  words: string[]
  from: string | null
  bounds: string[]
}

/**
 * Searches for a question, the narrowest first: each is in the words of the search box. The last looks for any of its words, for a
 * question is seldom put in the words of the mail that answers it.
 */
export function queriesOf(question: string): string[] {
  const { words, from, bounds } = askedIn(question.slice(0, 300))
  const pairs = words.flatMap(pairsOf).slice(0, 12)
  const all = [
    [...words, ...(from === null ? [] : [`from:${quoted(from)}`]), ...bounds],
    [...words, ...(from === null ? [] : [from]), ...bounds],
    from === null ? [] : [`from:${quoted(from)}`, ...bounds],
    [pairs.join(' OR '), ...bounds],
    [pairs.join(' OR ')],
  ]
  const texts = all.map((parts) => parts.filter(Boolean).join(' ')).filter(Boolean)
  return [...new Set(texts)]
}

/** Words of a question by which sentences are found in mails. */
export const wordsOf = (question: string): string[] => {
  const { words, from } = askedIn(question.slice(0, 300))
  return [...new Set([...words, ...words.flatMap(pairsOf), ...(from === null ? [] : [from])])]
}

function askedIn(question: string): Asked {
  const [, ...names] = sender.exec(question) ?? []
  const from = names.find((one) => one !== undefined && !isIdle(one)) ?? null
  const bounds = [
    ...times
      .filter(([pattern]) => pattern.test(question))
      .map(([, query]) => query)
      .slice(0, 1),
    ...(files.test(question) ? ['has:attachment'] : []),
    ...(unread.test(question) ? ['is:unread'] : []),
  ]
  let rest = from === null ? question : question.replace(from, ' ')
  for (const [pattern] of times) rest = rest.replace(pattern, ' ')
  const plain = rest.replace(files, ' ').replace(unread, ' ').replace(asking, ' ')
  const words = (plain.match(/\p{Script=Han}{2,}|[\p{L}\p{N}][\p{L}\p{N}._@-]*/gu) ?? [])
    .filter((one) => !isIdle(one) && (one.length > 1 || /\d/.test(one)))
    .slice(0, 8)
  return { words: [...new Set(words)], from, bounds }
}

const isIdle = (word: string): boolean =>
  idle.has(word.toLowerCase()) || word.replace(asking, '') === ''

/** A long run of Chinese is words that may stand apart. */
const pairsOf = (word: string): string[] =>
  /^\p{Script=Han}{4,}$/u.test(word) ? (word.match(/.{2}/gu) ?? [word]) : [word]

const quoted = (text: string): string => (/\s/.test(text) ? `"${text}"` : text)
