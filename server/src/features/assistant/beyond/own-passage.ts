import { AppError } from '../../../platform/errors.ts'
import type { AssistantOptions } from '../assistant-options.ts'
import type { Further } from './further.ts'

/** Characters that no reader sees. */
const unseen = /\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}/gu

/**
 * What somebody marked in the mail he writes, as he sees it. Where it answers a mail that may not leave, what is quoted of that may stand in it.
 * @throws assistant.protected, item.not-found
 */
export async function ownPassage(
  options: AssistantOptions,
  { caller, wish, further, answering }: Further<{ is: string; text: string }>,
): Promise<string> {
  const { type } = wish
  if (wish.mail) await options.mails.read(caller, wish.mail, { type, signal: answering.signal })
  const text = further.text.replace(unseen, '')
  if (text.includes('-----BEGIN PGP MESSAGE-----')) throw new AppError('assistant.protected')
  return text
}
