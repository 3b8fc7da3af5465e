import type { RewriteWay } from '@hongyan/contract/assistant-wire'
import type { ErrorCode } from '@hongyan/contract/errors'
import type { AssistantOptions } from '../assistant-options.ts'
import type { FurtherWish } from '../tickets.ts'
import type { Further } from './further.ts'
import { hearModel } from './hear-model.ts'
import { ownPassage } from './own-passage.ts'
import { strangeAddresses } from './strange-addresses.ts'

const tasks: Record<Exclude<RewriteWay, 'translate'>, string> = {
  shorter: 'Rewrite the text to be clearly shorter; keep every name, sum, date and request.',
  longer: 'Rewrite the text to be somewhat longer and more thorough, without adding any fact.',
  formal: 'Rewrite the text in a formal, polite tone fit for business mail; keep what it says.',
  friendlier: 'Rewrite the text in a warmer, friendlier tone; keep what it says.',
  correct: 'Correct spelling, grammar and punctuation of the text, and change nothing else.',
}

/** A passage of the mail that is being written, in other words. */
export async function rewrite(
  options: AssistantOptions,
  asked: Further<Extract<FurtherWish, { is: 'rewrite' }>>,
): Promise<ErrorCode | null> {
  const { further, answering } = asked
  const passage = await ownPassage(options, asked)
  let isSaid = false
  const { text, error } = await hearModel(options, asked, {
    task: `${taskOf(further.way, passage)} Keep its paragraphs. Answer with the new text alone, without remarks or quotation marks.`,
    data: passage,
    maxTokens: Math.min(4_000, 300 + passage.length * 2),
    hear: async (words) => {
      isSaid = true
      await answering.say({ content: words })
    },
  })
  const strange = strangeAddresses(text, passage)
  if (strange.length > 0) await answering.say({ strange })
  if (!isSaid && text !== '') await answering.say({ content: text })
  return error
}

const taskOf = (way: RewriteWay, passage: string): string =>
  way === 'translate'
    ? `Translate the text into ${isChinese(passage) ? 'English' : 'Chinese (simplified)'}.`
    : `${tasks[way]} Keep the language of the text.`

/** More Chinese characters than other words. */
export function isChinese(text: string): boolean {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  const words = text.match(/[a-z]{2,30}/gi)?.length ?? 0
  return han > words
}
