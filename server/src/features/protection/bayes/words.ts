import { hash } from 'node:crypto'
import { normalForm } from '@hongyan/contract/normal-form'

/** What of a mail is learnt from. */
export interface Learnable {
  subject: string
  /** The text that somebody sees who opens it. */
  text: string
  fromAddress: string
}

/** Characters of a text that are looked at, and different words that are taken from a mail. */
export const mostText = 8_000
const mostWords = 300
const longestWord = 40
const shortestWord = 3

const hanRun = /\p{Script=Han}/u
/** A run of Chinese, or one of other letters and digits: 免费PPT is two. */
const runs = /[\p{Script=Han}]+|[\p{L}\p{N}\p{M}$€¥%'’-]+/gu
const hosts = /https?:\/\/([\p{L}\p{N}.-]{4,100})/giu

/**
 * The different words of a mail: Latin ones as they are, Chinese as pairs of characters; those of the subject, the sender's
 * domain and the sites that it leads to once more with a mark, for they weigh on their own.
 */
export function wordsOf({ subject, text, fromAddress }: Learnable): string[] {
  const words = new Set<string>()
  const domain = fromAddress.slice(fromAddress.lastIndexOf('@') + 1).toLowerCase()
  if (domain !== '') words.add(`from:${domain.slice(0, 100)}`)
  gather(words, subject.slice(0, 500), 'subject:')
  const shown = text.slice(0, mostText)
  for (const [, host = ''] of shown.matchAll(hosts)) {
    words.add(`site:${host.toLowerCase()}`)
    if (words.size >= mostWords) break
  }
  gather(words, shown, '')
  return [...words]
}

function gather(words: Set<string>, text: string, mark: string): void {
  for (const [run] of normalForm(text, 'NFKC').toLowerCase().matchAll(runs)) {
    if (words.size >= mostWords) return
    if (!hanRun.test(run)) {
      if (run.length >= shortestWord && run.length <= longestWord) words.add(mark + run)
      continue
    }
    for (let at = 0; at + 1 < run.length && words.size < mostWords; at++)
      words.add(mark + run.slice(at, at + 2))
  }
}

/** Keyed, so that nobody reads out of the database what people wrote to each other; as the bigint of a row. */
export const hashedWords = (words: readonly string[], key: string): bigint[] => [
  ...new Set(words.map((word) => hash('sha256', `${key}\0${word}`, 'buffer').readBigInt64BE(0))),
]
