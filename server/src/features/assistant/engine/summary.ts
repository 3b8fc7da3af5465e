/** Most sentences of a summary, and longest one. */
const most = 5
const longest = 240
/** Characters that are looked through. */
const maxText = 20_000

/** What makes a sentence matter: who is asked for what, until when, sums, decisions. */
const signs: readonly [pattern: RegExp, weight: number][] = [
  [
    /请(?!问候|注意查收)|务必|需要|麻烦|烦请|希望(?:您|你)|\bplease\b|\bcould you\b|\bcan you\b|\bneed(?:s)? (?:to|you)\b|\bmust\b|\brequired?\b/i,
    3,
  ],
  [/[?？]\s*$/, 2],
  [
    /截止|之前|前(?:完成|提交|回复|反馈)|deadline|\bdue\b|\bby (?:mon|tue|wed|thu|fri|sat|sun|tomorrow|noon|end of|\d)|no later than/i,
    3,
  ],
  [
    /\d{1,2}\s?月\s?\d{1,2}\s?[日号]|\d{4}-\d{1,2}-\d{1,2}|(?:周|星期)[一二三四五六日天]|明天|后天|下周|\d{1,2}[:：]\d{2}|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.? \d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|tomorrow|next week/i,
    2,
  ],
  [/[¥￥$€]\s?\d|\d[\d,.]{0,20}\s?(?:万元|亿元|元|美元|USD|EUR|RMB|CNY)|\d\s?%/i, 2],
  [
    /决定|同意|批准|确认|通过|拒绝|取消|推迟|decided|agreed|approved|confirmed|rejected|cancell?ed|postponed|moved to/i,
    2,
  ],
  [
    /会议|评审|合同|预算|报告|方案|项目|上线|meeting|contract|budget|report|proposal|project|release|launch/i,
    1,
  ],
]
/** What says nothing: greetings, thanks, how to leave a list. */
const idle =
  /^(?:hi|hello|dear|thanks|thank you|best|kind regards|regards|cheers|sincerely|您好|你好|各位|大家好|尊敬的|谢谢|感谢|此致|敬礼|顺祝|祝好|祝)[\s\S]{0,30}$|退订|unsubscribe|view (?:this|in) .{0,20}browser|confidential(?:ity)? notice|保密声明/i

/** A greeting before a sentence that says something. */
const greeting =
  /^(?:(?:hi|hello|dear|thanks(?! to)|thank you)\b[^,，!！:：.。]{0,40}|(?:您好|你好|大家好|各位|尊敬的|谢谢|感谢)[^，,！!：:。]{0,16})[,，!！:：]\s?(?=\S)/i

interface Sentence {
  text: string
  at: number
  weight: number
}

/** The sentences of a mail that matter, as they stand in it and in its order. What is quoted and the signature are left out. */
export function summarise(subject: string, text: string): string[] {
  const sentences = sentencesOf(ownWords(text.slice(0, maxText)))
  const subjectWords = wordsOf(subject)
  const weighed = sentences.map((one, at) => ({
    text: one,
    at,
    weight: weigh(one, at, subjectWords),
  }))
  const best = weighed
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight || a.at - b.at)
  const chosen = withoutRepeats(best).slice(
    0,
    Math.min(most, Math.max(2, Math.ceil(sentences.length / 3))),
  )
  const shown = chosen.length > 0 ? chosen : weighed.slice(0, 2)
  return shown.toSorted((a, b) => a.at - b.at).map((one) => one.text.slice(0, longest))
}

/** What the writer of this mail wrote: lines before the quoted mail and the signature, and none that begin with `>`. */
export function ownWords(text: string): string {
  const lines: string[] = []
  for (const line of text.split('\n')) {
    if (
      /^-- ?$/.test(line) ||
      /^(?:-{2,}\s?(?:original message|原始邮件|forwarded message|转发的?邮件)|发件人[:：]|From: .+@)/i.test(
        line.trim(),
      )
    ) {
      if (lines.some((one) => one.trim() !== '')) break
    }
    if (/^(?:on .{5,120} wrote|在?.{5,120}写道)[:：]?$/i.test(line.trim())) break
    if (!line.startsWith('>')) lines.push(line)
  }
  return lines.join('\n')
}

/** Its sentences, without greetings. */
export const sentencesOf = (text: string): string[] =>
  text
    // A question mark inside an address ends no sentence.
    .split(/(?<=[。！？；])|(?<=[!?])(?![\p{L}\p{N}=&/])|(?<=[.])\s{1,3}(?=[\p{Lu}\d"“])|\n/u)
    .map((one) => one.replace(/\s+/g, ' ').trim().replace(greeting, ''))
    .filter((one) => one.length > 3)
    .slice(0, 400)

function weigh(text: string, at: number, subject: ReadonlySet<string>): number {
  if (idle.test(text)) return -1
  const found = signs.reduce((sum, [pattern, weight]) => sum + (pattern.test(text) ? weight : 0), 0)
  const shared = [...wordsOf(text)].filter((one) => subject.has(one)).length
  const isShort = text.length < 8
  return (
    found +
    Math.min(shared, 4) * 0.5 +
    (at < 3 ? 0.6 : 0) -
    (isShort ? 1.5 : 0) -
    (text.length > 300 ? 1 : 0)
  )
}

/** Words, and pairs of Chinese characters. */
function wordsOf(text: string): Set<string> {
  const lower = text.toLowerCase()
  const words = lower.match(/[a-z0-9]{3,}/g) ?? []
  const han = lower.match(/\p{Script=Han}+/gu) ?? []
  return new Set([
    ...words,
    ...han.flatMap((run) => [...run].slice(1).map((_, at) => run.slice(at, at + 2))),
  ])
}

/** A sentence that says again what a weightier one said is left out. */
function withoutRepeats(best: readonly Sentence[]): Sentence[] {
  const kept: { one: Sentence; words: Set<string> }[] = []
  for (const one of best) {
    const words = wordsOf(one.text)
    const isRepeat = kept.some(({ words: other }) => {
      const same = [...words].filter((word) => other.has(word)).length
      return same > 0.7 * Math.min(words.size, other.size)
    })
    if (!isRepeat) kept.push({ one, words })
  }
  return kept.map(({ one }) => one)
}
