import { normalForm } from '@hongyan/contract/normal-form'
/** What a description asks for, and what it leaves out. */
export interface LabelTerms {
  wanted: string[]
  unwanted: string[]
}

/** A mail as far as a description is looked for in it. */
export interface Describable {
  subject: string
  from: string
  address: string
  text: string
}

const mostTerms = 40
const shortestLatin = 3
const mostText = 4_000

/** Where what is wanted ends and what is not begins, up to the end of the sentence. */
const negation = /(?:不包括|不含|不要|除了|除外|而不是|\bexcept\b|\bbut not\b|\bwithout\b|\bnot\b)/i
const sentenceEnd = /[。；;!！?？\n]|\.(?:\s|$)/
/** Words of a description that say nothing of what is described. */
const emptyZh =
  /的|了|和|与|及|或者|或|以及|还有|等等|等|关于|有关|相关|包括|所有|全部|一切|凡是|任何|各种|邮件|来信|信件|来自|发来|发给|发送|寄来|我们|我|他们|她们|您|你|是|在|把|被|给|都|放|这里|这个|标签|归到|归入|属于|提到|涉及|内容|主题|里面|里|中|从/g
const emptyEn = new Set(
  'all and any are about also been belong belongs come comes contain contains concerning email emails for from have here into its kind label like mail mails message messages mention mentions other our related sent should such that the their them they this those under what when where which who with you your everything anything goes put'.split(
    ' ',
  ),
)

/** What a person says of a label, as terms: Chinese between its empty words, others word by word, addresses and sites whole. */
export function termsOf(words: string): LabelTerms {
  const terms: LabelTerms = { wanted: [], unwanted: [] }
  for (const sentence of normalForm(words, 'NFKC').toLowerCase().split(sentenceEnd)) {
    const [wanted = '', ...unwanted] = sentence.split(negation)
    terms.wanted.push(...termsIn(wanted))
    terms.unwanted.push(...unwanted.flatMap(termsIn))
  }
  const unwanted = [...new Set(terms.unwanted)].slice(0, mostTerms)
  const wanted = [...new Set(terms.wanted)].filter((one) => !unwanted.includes(one))
  return { wanted: wanted.slice(0, mostTerms), unwanted }
}

function termsIn(text: string): string[] {
  const han = (text.match(/\p{Script=Han}+/gu) ?? [])
    .flatMap((run) => run.split(emptyZh))
    .filter((one) => one !== undefined && one.length >= 2)
  const latin = (text.match(/[\p{L}\p{N}.@_-]+/gu) ?? [])
    .map(withoutEdges)
    .filter((one) => !/\p{Script=Han}/u.test(one))
    .map(stemOf)
    .filter((one) => one.length >= shortestLatin && !emptyEn.has(one))
  return [...han, ...latin]
}

/** A name may have dots inside; at its ends they belong to the sentence. */
function withoutEdges(word: string): string {
  let [from, to] = [0, word.length]
  while (from < to && '.@_-'.includes(word[from] ?? '')) from++
  while (to > from && '.@_-'.includes(word[to - 1] ?? '')) to--
  return word.slice(from, to)
}

/** Invoices is invoice. What has a dot or @ is a name, as it stands. */
const stemOf = (word: string): string =>
  /[.@\d]/.test(word) ? word : word.replace(/(?:(?<=ss|x|ch|sh)es|(?<=[^s])s)$/, '')

/**
 * How much of a description is in a mail: a term in the subject or of the sender weighs two, in the text one; of a longer Chinese term
 * that is nowhere whole its two ends weigh half. What has something unwanted weighs nothing.
 */
export function weightOf(terms: LabelTerms, mail: Describable): number {
  const head = normalForm(`${mail.subject} ${mail.from} ${mail.address}`, 'NFKC').toLowerCase()
  const text = normalForm(mail.text.slice(0, mostText), 'NFKC').toLowerCase()
  if (terms.unwanted.some((one) => has(head, one) || has(text, one))) return 0
  return terms.wanted.reduce((sum, one) => sum + weightOfTerm(one, head, text), 0)
}

function weightOfTerm(term: string, head: string, text: string): number {
  if (has(head, term)) return 2
  if (has(text, term)) return 1
  const isLong = term.length >= 4 && /^\p{Script=Han}+$/u.test(term)
  if (!isLong) return 0
  const ends = [term.slice(0, 2), term.slice(-2)]
  return ends.every((one) => has(head, one)) ? 1 : 0
}

/** A Latin term begins where a word begins: art is not in party. */
function has(text: string, term: string): boolean {
  if (/\p{Script=Han}/u.test(term)) return text.includes(term)
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return true
  return false
}
