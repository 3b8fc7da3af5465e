import type { ErrorCode } from '@hongyan/contract/errors'
import { AppError } from '../../../platform/errors.ts'
import type { AssistantOptions } from '../assistant-options.ts'
import { oneLine } from '../gateway/prompts.ts'
import type { Further } from './further.ts'
import { hearModel } from './hear-model.ts'
import { proposalsIn } from './proposals.ts'
import { strangeAddresses } from './strange-addresses.ts'

const maxMail = 6_000
const longest = 200

/** Three short answers to a mail that asks something, from a model. @throws assistant.protected, item.not-found */
export async function shortAnswers(
  options: AssistantOptions,
  asked: Further,
): Promise<ErrorCode | null> {
  const { caller, wish, answering } = asked
  if (!wish.mail) throw new AppError('item.not-found')
  const { type } = wish
  const mail = await options.mails.read(caller, wish.mail, { type, signal: answering.signal })
  const { text, error } = await hearModel(options, asked, {
    task: 'This mail asks its reader something. Write three different short answers from the reader, each one or two sentences on a line of its own: the first agrees, the second declines politely, the third asks for time or for what is missing. Write in the language of the mail, without greeting, numbers or quotation marks.',
    data: `From: ${oneLine(mail.from)}\nSubject: ${oneLine(mail.subject)}\n\n${mail.text.slice(0, maxMail)}`,
    maxTokens: 300,
  })
  // One sentence needs no address, not even one that stands in the mail.
  const choices = proposalsIn(text, longest).filter((one) => strangeAddresses(one, '').length === 0)
  if (choices.length > 0) await answering.say({ choices })
  return error
}
