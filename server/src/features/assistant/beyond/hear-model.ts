import type { ErrorCode } from '@hongyan/contract/errors'
import { AppError } from '../../../platform/errors.ts'
import { type Answering, spend } from '../answering-parts.ts'
import type { AssistantOptions, Caller } from '../assistant-options.ts'
import { ModelFailed, type Prompt } from '../gateway/endpoint.ts'
import { outputGuard } from '../gateway/output-guard.ts'
import { fenced, newFence, rulesFor } from '../gateway/prompts.ts'
import { hideSecrets } from '../mail/secrets.ts'

/** A question to the model about data that others wrote. */
export interface Question {
  task: string
  data: string
  maxTokens: number
}

/** What came of it: the whole text, with what was masked in its place again, and why there is no more of it. */
export interface Heard {
  text: string
  error: ErrorCode | null
}

/**
 * Asks a model, within the same limits and behind the same guards as the five functions. @param hear gets the words as they come;
 * not called where something was masked, for that is put back only into the whole
 * @throws assistant.secret; the reason of the signal
 */
export async function hearModel(
  options: AssistantOptions,
  { caller, answering }: { caller: Caller; answering: Answering },
  question: Question & { hear?: (words: string) => Promise<void> },
): Promise<Heard> {
  const { gateway, secrets } = options
  const { tally, signal, request } = answering
  const fence = newFence()
  const hidden = hideSecrets(question.data, secrets)
  if (hidden.found > 0 && secrets === 'block') throw new AppError('assistant.secret')
  const prompt: Prompt = {
    system: [...rulesFor(fence), question.task].join('\n'),
    user: fenced(fence, hidden.text),
    maxTokens: question.maxTokens,
  }
  const sent = tally.sent + prompt.system.length + prompt.user.length
  if (!(await spend(options, request, sent))) return { text: '', error: 'assistant.too-many' }
  tally.sent = sent
  tally.masked += hidden.found
  const guard = outputGuard([prompt.system, fence])
  let text = ''
  const whole = (error: ErrorCode | null): Heard => ({ text: hidden.restore(text), error })
  try {
    const asking = { signal, who: String(caller.accountId) }
    for await (const one of gateway.ask(prompt, asking)) {
      answering.by('model', one.model)
      const words = guard.take(one.content)
      text += words
      if (words !== '' && hidden.found === 0) await question.hear?.(words)
      if (guard.isCut()) return whole('assistant.cut')
    }
    return whole(null)
  } catch (thrown) {
    if (!(thrown instanceof ModelFailed)) throw thrown
    return whole(text === '' ? 'assistant.unreachable' : 'assistant.cut')
  }
}
