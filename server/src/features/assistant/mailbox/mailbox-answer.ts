import type { ErrorCode, Language } from '@hongyan/contract/errors'
import { type Asked, byRulesInstead, listen } from '../answering.ts'
import type { AssistantOptions, Caller } from '../assistant-options.ts'
import { mailsText } from '../brief/brief-prompt.ts'
import { fencedPrompt } from '../gateway/prompts.ts'
import { citedLines } from './cited-lines.ts'
import { asFound, findMails } from './find-mails.ts'
import { queryIn, queryTask } from './model-query.ts'
import { queriesOf, wordsOf } from './question-query.ts'

const answerTask = [
  'Answer the question from the mails alone, in a few short lines. Each line ends with the number of the mail it stands on, as [1].',
  'A line without such a number is not shown. Where the mails do not answer the question, say nothing.',
].join('\n')

const builtIn: Record<Language, { found(count: number): string; none: string }> = {
  zh: {
    found: (count) => `找到 ${count} 封可能相关的邮件，请打开核对。`,
    none: '没有找到相关的邮件。请换个说法，或使用搜索。',
  },
  en: {
    found: (count) =>
      count === 1
        ? 'One message may be what you are looking for. Please open it to check.'
        : `${count} messages may be what you are looking for. Please open them to check.`,
    none: 'Nothing was found. Try other words, or use the search.',
  },
}

/**
 * Answers a question from the caller's own mail. A model writes the search, of which it sees no mail, and then words that name the
 * mails they stand on; the server searches, with the caller's rights. @returns why it is not what was asked for
 */
export async function answerMailbox(
  options: AssistantOptions,
  caller: Caller,
  asked: Asked,
): Promise<ErrorCode | null> {
  const { wish, answering } = asked
  const { signal } = answering
  const question = wish.question ?? ''
  const usesModel = options.gateway.has && options.modelFor.includes(wish.type)
  const written = usesModel
    ? await writtenQuery(options, caller, asked)
    : { query: null, why: null }
  const queries = [...(written.query === null ? [] : [written.query]), ...queriesOf(question)]
  const { query, mails } = await findMails(options, caller, { queries, signal })
  const words = wordsOf(question)
  const found = mails.map((one) => asFound(one, words))
  const text =
    found.length === 0 ? builtIn[wish.language].none : builtIn[wish.language].found(found.length)
  const byRules = async (): Promise<void> => {
    answering.by('built-in')
    await answering.say({ content: text })
  }
  if (!usesModel || mails.length === 0 || written.why !== null) {
    answering.by('built-in')
    await answering.say({ query, found, content: text })
    return written.why
  }
  await answering.say({ query, found })
  const lines = citedLines(mails.length)
  let isSaid = false
  const show = async (content: string, thought = ''): Promise<void> => {
    if (content === '' && thought === '') return
    isSaid ||= content !== ''
    await answering.say({ content, thought })
  }
  const why = await listen(options, caller, {
    answering,
    prompt: fencedPrompt(wish.language, {
      task: answerTask,
      asked: question,
      data: mailsText(mails),
    }),
    hear: ({ content, thought }) => show(lines.take(content), thought),
  })
  await show(lines.end())
  if (isSaid) return why
  await byRules()
  return byRulesInstead(why)
}

/** The search that a model writes for a question; why there is none, where no model could be asked. */
async function writtenQuery(
  options: AssistantOptions,
  caller: Caller,
  { wish, answering }: Asked,
): Promise<{ query: string | null; why: ErrorCode | null }> {
  let said = ''
  const why = await listen(options, caller, {
    answering,
    prompt: fencedPrompt(wish.language, {
      task: queryTask(options.clock.now()),
      asked: wish.question ?? '',
      data: '',
    }),
    hear: ({ content }) => {
      said += content
      return Promise.resolve()
    },
  })
  // What it goes on to say behind its search is nobody's loss.
  if (why === 'assistant.cut')
    return { query: said.includes('\n') ? queryIn(said) : null, why: null }
  return why === null ? { query: queryIn(said), why } : { query: null, why }
}
