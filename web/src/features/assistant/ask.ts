import { assistant } from '@hongyan/contract/assistant'
import {
  type AssistantMessage,
  assistantTypes,
  busyRelease,
  checkLength,
  draftDefaults,
} from '@hongyan/contract/assistant-wire'
import { limits } from '@hongyan/contract/limits'
import type { UserInfo } from '@hongyan/contract/session'
import { call } from '../../lib/api.ts'
import { translate } from '../../lib/i18n.ts'
import { currentLanguage } from '../../lib/language.ts'
import { platformQuery, userQuery } from '../../lib/me.ts'
import { queryClient } from '../../lib/queries.ts'
import { randomKey } from '../../lib/random-key.ts'
import { onSessionEnd } from '../../lib/session-end.ts'
import { toast } from '../../ui/toast-store.ts'
import { type OpenMail, openMail } from '../messages/open-mail.public.ts'
import { connect, hangUp, send, sendStop } from './line.ts'
import { answersOf, type Event, isIdle, isOpen, type Kind } from './machine.ts'
import { useAssistantOpen } from './open-assistant.public.ts'
import { type DraftWishes, happen, keepChat, useAssistant } from './store.ts'
import { subjectMail } from './subject-mail.ts'

let timer = 0
onSessionEnd(() => clearTimeout(timer))

/** Asks about the product. @returns whether it was taken */
export const askQuestion = (question: string): Promise<boolean> =>
  ask('chat', question, async (user) => {
    const body = { question, user: addressOf(user), answerIn: currentLanguage() }
    return call(assistant.ask, { body })
  })

/** Drafts a new mail, or an answer to the mail that is spoken of. */
export const askDraft = (kind: 'compose' | 'reply', wishes: DraftWishes): Promise<boolean> =>
  ask(kind, '', async (user) => {
    const mail = kind === 'reply' ? subjectMail() : null
    const body = {
      ...wishes,
      type: assistantTypes[kind],
      language: draftDefaults.language,
      newMailType: kind === 'reply' ? 'REPLY' : 'NEW',
      user: wordsAbout(user),
      answerIn: currentLanguage(),
      ...(mail === null
        ? {}
        : { mailId: mail.mailId, content: mail.jContent.slice(0, limits.draftBody) }),
    }
    return call(assistant.write, { body })
  })

export const askSummary = (): Promise<boolean> =>
  ask('summary', '', async (user) => {
    const mail = openMail()
    const body = {
      type: assistantTypes.summary,
      content: mail?.jContent ?? '',
      user: addressOf(user),
      answerIn: currentLanguage(),
      ...(mail === null ? {} : { mailId: mail.mailId }),
    }
    return call(assistant.summarise, { body })
  })

/** Checks the open mail; one that is too long is told, from wherever it is asked. */
export async function askCheck(): Promise<boolean> {
  const mail = openMail()
  if ((mail?.jContent.length ?? 0) <= checkLength) return askToCheck(mail)
  happen({ is: 'tooLong' })
  return false
}

const askToCheck = (mail: OpenMail | null): Promise<boolean> =>
  ask('check', '', async (user) => {
    const body = {
      type: assistantTypes.check,
      content: mail?.jContent ?? '',
      sender: mail?.sender.slice(0, 1_000) ?? '',
      subject: mail?.mailsubject.slice(0, 1_000) ?? '',
      sendTime: mail?.sendTime ?? '',
      user: addressOf(user),
      answerIn: currentLanguage(),
      ...(mail === null ? {} : { mailId: mail.mailId }),
    }
    return call(assistant.check, { body })
  })

/** Asks the own mail. @returns whether it was taken */
export const askMailbox = (question: string): Promise<boolean> =>
  ask('mailbox', question, async (user) => {
    const body = { question, user: addressOf(user), answerIn: currentLanguage() }
    return call(assistant.mailbox, { body })
  })

/** A brief on the conversation of the open mail. */
export const askBrief = (): Promise<boolean> =>
  ask('brief', '', async (user) => {
    const body = {
      mailId: openMail()?.mailId ?? 0,
      user: addressOf(user),
      answerIn: currentLanguage(),
    }
    return call(assistant.brief, { body })
  })

/** Opens the line for the answers; the panel does so when it is opened. */
export async function openLine(): Promise<void> {
  const { aiUrl } = await queryClient.ensureQueryData(platformQuery)
  if (aiUrl !== '') connect(aiUrl, { said: onSaid, lost: onLost })
}

/** The panel is closed: what is being answered in the chat is heard to its end, all else is let go. */
export function closeLine(): void {
  if (useAssistant.getState().chat.some(({ answer }) => isOpen(answer))) return
  stopAnswer()
  hangUp()
}

/** The person has seen enough. What is there stays. */
export function stopAnswer(): void {
  clearTimeout(timer)
  if (hasOpen()) sendStop()
  happen({ is: 'stopped' })
  keepChat()
}

/** Another mail is open, or none: what was made of the one before goes with it (AI-30). */
export const mailChanged = (mailId: number | null): void => letGoBy({ is: 'mailChanged', mailId })

/** The panel is there (AI-29). */
export function panelOpened(hasMail: boolean, on: Kind | null): void {
  letGoBy({ is: 'opened', hasMail, on })
  void openLine()
}

/** What was being written and is no longer wanted need not be written to its end. */
function letGoBy(event: Event): void {
  const before = hasOpen()
  happen(event)
  if (!before || hasOpen()) return
  clearTimeout(timer)
  sendStop()
}

/** @returns false where it was not taken: another answer is under way, or the call was refused */
async function ask(
  kind: Kind,
  question: string,
  takeTicket: (user: UserInfo) => Promise<string>,
): Promise<boolean> {
  if (!isIdle(useAssistant.getState())) {
    toast({ kind: 'info', text: translate('assistant:busy'), topic: 'assistant-busy' })
    return false
  }
  const key = randomKey()
  happen({ is: 'asked', kind, key, question })
  restartTimer()
  try {
    const [ticket] = await Promise.all([
      queryClient.ensureQueryData(userQuery).then(takeTicket),
      openLine(),
    ])
    const [request = ''] = ticket.split('.', 1)
    // Stopped meanwhile, or its mail is no longer open.
    if (!isWanted(key)) return true
    happen({ is: 'taken', key, request })
    send(ticket)
    return true
  } catch {
    // Nothing is said of it (AI-20); a server that cannot be reached is told by the page itself.
    clearTimeout(timer)
    happen({ is: 'refused', key })
    return false
  }
}

const isWanted = (key: string): boolean =>
  answersOf(useAssistant.getState()).some((one) => one.key === key && isOpen(one))

const hasOpen = (): boolean => answersOf(useAssistant.getState()).some(isOpen)

function onSaid(messages: readonly AssistantMessage[]): void {
  restartTimer()
  for (const message of messages) happen({ is: 'said', message })
  if (!messages.some(({ finish }) => finish)) return
  keepChat()
  if (hasOpen()) return
  clearTimeout(timer)
  // It was closed while this came.
  if (!useAssistantOpen.getState().open) hangUp()
}

/** Nobody answers: said once for what was waited for (AI-37, G102). What is there of an answer stays. */
function onLost(): void {
  if (!hasOpen()) return
  clearTimeout(timer)
  happen({ is: 'broken', error: null })
  keepChat()
  toast({ kind: 'error', text: translate('assistant:lost'), topic: 'assistant-lost' })
}

/** One timer, begun anew by each message (G103). */
function restartTimer(): void {
  clearTimeout(timer)
  timer = Number(setTimeout(() => happen({ is: 'released' }), busyRelease))
}

const addressOf = ({ emailAddr }: UserInfo): string => emailAddr

/** Who writes, in words: name, address and company (AI-09). */
const wordsAbout = ({ userName, emailAddr, companyName }: UserInfo): string =>
  [userName, emailAddr, companyName].filter(Boolean).join(', ').slice(0, 600)
