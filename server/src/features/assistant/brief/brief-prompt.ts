import { limits } from '@hongyan/contract/limits'
import { asDay, dayOf } from '../engine/days.ts'
import { oneLine } from '../gateway/prompts.ts'
import type { ReadAlong } from '../mail/mail-facts.ts'

/** Characters of all mails together that a model is shown, and of one. */
const maxAll = 16_000
const maxOne = 4_000

export const briefTask = [
  'Brief the reader on the conversation: questions that nobody has answered yet, decisions, who owes what, and dates to come.',
  'Write one line for each and nothing else, in this form: kind | number of the mail | who | YYYY-MM-DD | text',
  'kind is one of question, decision, task, date. Where nobody is named or there is no day, write -. At most 16 lines.',
].join('\n')

/** A number of ours at the beginning of a line, however somebody else writes it. */
const headLike = /^((?:[^\S\n]|>){0,20})[[［【]\s?(\p{Nd}{1,4})\s?[\]］】]/gmu

/** What a mail says cannot look like the beginning of another one. */
export const withoutHeads = (text: string): string => text.replace(headLike, '$1#$2')

/** Mails with their numbers, the newest whole before the older ones. */
export function mailsText(mails: readonly ReadAlong[]): string {
  let left = maxAll
  const texts = [...mails.entries()]
    .reverse()
    .map(([at, { from, to, at: sent, subject, text }]) => {
      const shown = text.slice(0, Math.max(0, Math.min(maxOne, left)))
      left -= shown.length
      const head = `From: ${from} To: ${to.slice(0, 5).join(', ')} Date: ${asDay(dayOf(sent, limits.timeZone))} Subject: ${subject}`
      return `[${at + 1}] ${oneLine(head).slice(0, 500)}\n${withoutHeads(shown)}`
    })
  return texts.reverse().join('\n\n')
}
