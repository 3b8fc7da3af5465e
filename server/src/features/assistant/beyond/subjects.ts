import type { ErrorCode } from '@hongyan/contract/errors'
import type { AssistantOptions } from '../assistant-options.ts'
import type { FurtherWish } from '../tickets.ts'
import type { Further } from './further.ts'
import { hearModel } from './hear-model.ts'
import { ownPassage } from './own-passage.ts'
import { proposalsIn } from './proposals.ts'
import { strangeAddresses } from './strange-addresses.ts'

const longest = 80

type Asked = Further<Extract<FurtherWish, { is: 'subject' }>>

/** Three subjects for a mail that is being written: a model's, else the sentences that matter in it, cut short. */
export async function proposeSubjects(
  options: AssistantOptions,
  asked: Asked,
): Promise<ErrorCode | null> {
  const { gateway, modelFor } = options
  const { wish, answering } = asked
  const passage = await ownPassage(options, asked)
  if (!(gateway.has && modelFor.includes(wish.type))) return sayOwn(options, asked, passage)
  const { text, error } = await hearModel(options, asked, {
    task: 'Propose three different subject lines for this mail, in the language of the mail, each on a line of its own, at most 40 characters, without numbers or quotation marks.',
    data: passage,
    maxTokens: 200,
  })
  const choices = proposalsIn(text, longest).filter(
    (one) => strangeAddresses(one, passage).length === 0,
  )
  if (choices.length > 0) await answering.say({ choices })
  else await sayOwn(options, asked, passage)
  return error
}

async function sayOwn(
  { mails }: AssistantOptions,
  { caller, answering }: Asked,
  passage: string,
): Promise<null> {
  const words = { mailId: null, content: passage, sender: '', subject: '' }
  // Type 4: with the sentences that matter.
  const { summary } = await mails.read(caller, words, { type: 4, signal: answering.signal })
  answering.by('built-in')
  await answering.say({ choices: ownSubjects(summary) })
  return null
}

/** Short forms of sentences, the weightiest ones first, as long as there are some. */
export function ownSubjects(sentences: readonly string[]): string[] {
  const short = sentences.map((one) => {
    const bare = one.replace(/(?<![。.!！?？;；:：\s])[。.!！?？;；:：\s]+$/, '')
    const [clause = ''] = bare.split(/[，,。；;：:]/)
    return cut([...clause].length >= 4 ? clause.trim() : bare)
  })
  const whole = sentences.map((one) => cut(one.replace(/(?<![。.!！;；\s])[。.!！;；\s]+$/, '')))
  return [...new Set([...short, ...whole])].filter((one) => one !== '').slice(0, 3)
}

/** At the end of a word, where there are words. */
function cut(text: string): string {
  const isHan = /\p{Script=Han}/u.test(text)
  const most = isHan ? 26 : 60
  const all = [...text]
  if (all.length <= most) return text
  const head = all.slice(0, most).join('')
  return isHan ? head : head.replace(/\s\S*$/, '')
}
