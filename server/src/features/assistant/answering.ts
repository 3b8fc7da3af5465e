import type { AssistantMessage } from '@hongyan/contract/assistant-wire'
import type { ErrorCode } from '@hongyan/contract/errors'
import { AppError } from '../../platform/errors.ts'
import { type Answering, spend } from './answering-parts.ts'
import type { AssistantOptions, Caller } from './assistant-options.ts'
import { answerFurther } from './beyond/answer-further.ts'
import { adviceAfter, checkMail, levelOf } from './engine/check.ts'
import { draftOf, replyOf, subjectOf } from './engine/drafts.ts'
import { findHelp, helpAnswer } from './engine/help.ts'
import type { OwnStyle } from './engine/own-style.ts'
import { ModelFailed } from './gateway/endpoint.ts'
import { levelReader } from './gateway/level-reader.ts'
import { outputGuard } from './gateway/output-guard.ts'
import { type FencedPrompt, promptOf } from './gateway/prompts.ts'
import type { Said } from './gateway/thoughts.ts'
import type { MailFacts } from './mail/mail-facts.ts'
import { hideSecrets } from './mail/secrets.ts'
import type { Wish } from './tickets.ts'

export interface Asked {
  wish: Wish
  answering: Answering
}

/** Writes the answer. @returns why it is not what was asked for, or not all of it; null when it is */
export async function answerWish(
  options: AssistantOptions,
  caller: Caller,
  { wish, answering }: Asked,
): Promise<ErrorCode | null> {
  const { signal } = answering
  if (wish.further)
    return answerFurther(options, { caller, wish, further: wish.further, answering })
  const isStored = (wish.mail?.mailId ?? null) !== null
  const mail = wish.mail
    ? await options.mails.read(caller, wish.mail, { type: wish.type, signal })
    : null
  const help = wish.question === undefined ? [] : findHelp(wish.question, wish.language)
  if (wish.type === 5 && mail) await sayFacts(mail, wish, answering)
  const style = await styleFor(options, caller, { wish, signal })
  if (!usesModel(options, wish, isStored)) {
    if (wish.type !== 5) await sayBuiltIn({ wish, mail, help, style }, answering)
    return null
  }
  const prompt = promptOf({ wish, mail, help, style })
  return askModel(options, caller, { wish, answering, mail, help, style, prompt })
}

/** How the caller writes, for a draft of who wants that. */
async function styleFor(
  { settings, sentStyle }: AssistantOptions,
  caller: Caller,
  { wish, signal }: { wish: Wish; signal: AbortSignal },
): Promise<OwnStyle | null> {
  if (!wish.draft) return null
  const { assistantStyle } = await settings.of(caller.person.userId)
  return assistantStyle === 1 ? sentStyle.of(caller, wish.language, signal) : null
}

/** Words without a mail of the store may be of one that must not leave: they stay here. */
const usesModel = ({ gateway, modelFor }: AssistantOptions, wish: Wish, isStored: boolean) =>
  gateway.has && modelFor.includes(wish.type) && (wish.mail === undefined || isStored)

interface Material {
  style: OwnStyle | null
  wish: Wish
  mail: MailFacts | null
  help: ReturnType<typeof findHelp>
}

async function sayFacts(mail: MailFacts, wish: Wish, answering: Answering): Promise<void> {
  const { level, signals, conclusion, reasons } = checkMail(mail, wish.language)
  answering.by('built-in')
  await answering.say({ level, signals, thought: reasons, content: conclusion })
}

async function sayBuiltIn(
  { wish, mail, help, style }: Material,
  answering: Answering,
): Promise<void> {
  answering.by('built-in')
  if (wish.type === 4) {
    const sentences = mail?.summary ?? []
    await answering.say({ sentences, content: sentences.map((one) => `• ${one}`).join('\n') })
    return
  }
  if (wish.type === 1) {
    await answering.say({ ...headOf({ wish, help }), content: helpAnswer(help, wish.language) })
    return
  }
  if (!wish.draft) return
  const { draft, language } = wish
  const text = mail ? replyOf(draft, mail, { language, style }) : draftOf(draft, language, style)
  await answering.say({ content: text, ...headOf({ wish, help }) })
}

interface Asking extends Material {
  answering: Answering
  prompt: FencedPrompt
}

/**
 * A model answers; where none does before anything was shown, the built-in engine does, and the last message says why. A check has
 * its facts already: what a model says of it is reasoning, and may only raise the level.
 */
async function askModel(
  options: AssistantOptions,
  caller: Caller,
  { answering, prompt, ...material }: Asking,
): Promise<ErrorCode | null> {
  const { show, end } = shower(answering, material)
  const hear = ({ content, thought }: Said): Promise<void> => show(content, thought)
  const why = await listen(options, caller, { answering, prompt, hear })
  if (why === 'assistant.too-many' || why === 'assistant.unreachable')
    return sayInstead(material, answering, why)
  if (material.wish.type === 5) await end()
  return why
}

interface Listening {
  answering: Answering
  prompt: FencedPrompt
  hear(said: Said): Promise<void>
}

/**
 * Hands on what a model says to a prompt as it comes, without secrets in what it is told and looked at before anybody sees it.
 * @returns why there is no answer, or not all of it. @throws assistant.secret
 */
export async function listen(
  options: AssistantOptions,
  { accountId }: Caller,
  { answering, prompt, hear }: Listening,
): Promise<'assistant.too-many' | 'assistant.unreachable' | 'assistant.cut' | null> {
  const { gateway, secrets } = options
  const hidden = hideSecrets(prompt.user, secrets)
  if (hidden.found > 0 && secrets === 'block') throw new AppError('assistant.secret')
  const { tally, signal, request } = answering
  // All that goes out for this request: a second question to the model is counted with the first.
  const sent = tally.sent + prompt.system.length + hidden.text.length
  if (!(await spend(options, request, sent))) return 'assistant.too-many'
  tally.masked += hidden.found
  tally.sent = sent
  const guard = outputGuard([prompt.system, prompt.fence])
  let isHeard = false
  try {
    const asking = { signal, who: String(accountId) }
    for await (const one of gateway.ask({ ...prompt, user: hidden.text }, asking)) {
      isHeard = true
      answering.by('model', one.model)
      await hear({ content: guard.take(one.content), thought: guard.thought(one.thought) })
      if (guard.isCut()) break
    }
    return guard.isCut() ? 'assistant.cut' : null
  } catch (thrown) {
    if (!(thrown instanceof ModelFailed)) throw thrown
    return isHeard ? 'assistant.cut' : 'assistant.unreachable'
  }
}

/** Where rules answered in place of a model of which nothing was of use, their answer is whole, whatever cut the model's short. */
export const byRulesInstead = (why: ErrorCode | null): ErrorCode | null =>
  why === 'assistant.cut' ? null : why

/** What the built-in engine has to say, where a model does not answer. @returns why not */
async function sayInstead(
  material: Material,
  answering: Answering,
  why: ErrorCode,
): Promise<ErrorCode> {
  if (material.wish.type !== 5) await sayBuiltIn(material, answering)
  return why
}

/** What comes with the first words of an answer: pages of the help, a subject. */
function headOf({ wish, help }: Pick<Material, 'wish' | 'help'>): Partial<AssistantMessage> {
  if (wish.type === 1) return { sources: help.map(({ title, route }) => ({ title, route })) }
  if (wish.type === 2 && wish.draft) return { subject: subjectOf(wish.draft, wish.language) }
  return {}
}

/** How what a model says is shown: of a check as reasoning, and with the level that it raises. */
function shower(answering: Answering, material: Material) {
  let hasBegun = false
  const { language } = material.wish
  const levels = levelReader(levelOf(material.mail?.signals ?? []))
  const showCheck = async ({ text, raised }: ReturnType<typeof levels.take>): Promise<void> => {
    if (text === '' && raised === null) return
    // What to do by the facts alone stands there already, and is too little now.
    const level =
      raised === null ? {} : { level: raised, content: `\n${adviceAfter(raised, language)}` }
    await answering.say({ thought: text, ...level })
  }
  return {
    show: async (content: string, thought: string): Promise<void> => {
      if (material.wish.type === 5) return showCheck(levels.take(content))
      if (content === '' && thought === '') return
      const head = hasBegun ? {} : headOf(material)
      hasBegun = true
      await answering.say({ ...head, content, thought })
    },
    end: (): Promise<void> => showCheck(levels.end()),
  }
}
