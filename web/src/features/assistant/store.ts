import {
  draftDefaults,
  type draftSizes,
  type draftTones,
  type requestEmails,
} from '@hongyan/contract/assistant-wire'
import { userQuery } from '../../lib/me.ts'
import { queryClient } from '../../lib/queries.ts'
import { sessionStore } from '../../lib/session-store.ts'
import { type Assistant, type Event, freshAssistant, next, type Turn } from './machine.ts'
import { chatPlace } from './open-assistant.public.ts'

const mostTurns = 40

/** What the panel shows. Every part of it hears only of what it draws. */
export const useAssistant = sessionStore<Assistant>(() => ({ ...freshAssistant(), chat: read() }))

export function happen(event: Event): void {
  useAssistant.setState((now) => next(now, event), true)
}

const { requestEmail, size, tone } = draftDefaults
const noWishes: DraftWishes = { requestEmail, size, tone, gist: '' }

/** What a draft should be like, as it is typed: it stays while another tab is looked at. */
export const useWishes = sessionStore<Record<'compose' | 'reply', DraftWishes>>(() => ({
  compose: noWishes,
  reply: noWishes,
}))

export interface DraftWishes {
  requestEmail: (typeof requestEmails)[number]
  size: (typeof draftSizes)[number]
  tone: (typeof draftTones)[number]
  gist: string
}

/** The questions that are being typed: they stay while another tab is looked at, and when the window gets another width. */
export const useQuestions = sessionStore<Record<Asked, string>>(() => ({ chat: '', mailbox: '' }))

/** What is asked in words. */
export type Asked = 'chat' | 'mailbox'

interface KeptChat {
  /** Whose it is. */
  account: string
  turns: readonly Turn[]
}

// Functions, not constants: the store is made above them.
function account(): string {
  return queryClient.getQueryData(userQuery.queryKey)?.emailAddr ?? ''
}

/** Keeps the chat for the login session; to be called when an answer is whole. */
export function keepChat(): void {
  const { chat } = useAssistant.getState()
  const turns = chat.filter(({ answer }) => answer.state !== 'waiting').slice(-mostTurns)
  const kept: KeptChat = { account: account(), turns }
  try {
    sessionStorage.setItem(chatPlace, JSON.stringify(kept))
  } catch {
    // No room: it is kept while the page is open.
  }
}

/** A new conversation: the one there is goes for good. */
export function forgetChat(): void {
  happen({ is: 'forgotten' })
  keepChat()
}

function read(): readonly Turn[] {
  const kept = parsed(sessionStorage.getItem(chatPlace))
  if (!isKept(kept) || kept.account === '' || kept.account !== account()) return []
  return kept.turns.filter(isTurn).map(asEnded)
}

function parsed(json: string | null): unknown {
  try {
    return JSON.parse(json ?? 'null')
  } catch {
    // Not ours.
    return null
  }
}

/** What was being written when the page went is not written on. */
function asEnded(turn: Turn): Turn {
  if (turn.answer.state !== 'streaming') return turn
  return { ...turn, answer: { ...turn.answer, state: 'stopped' } }
}

function isKept(one: unknown): one is KeptChat {
  return (
    typeof one === 'object' &&
    one !== null &&
    'account' in one &&
    'turns' in one &&
    Array.isArray(one.turns)
  )
}

/** A page of another version may have kept it: what the panel relies on is looked at. */
function isTurn(one: unknown): one is Turn {
  if (typeof one !== 'object' || one === null || !('question' in one) || !('answer' in one))
    return false
  const { answer } = one
  if (typeof one.question !== 'string' || typeof answer !== 'object' || answer === null)
    return false
  const { key, content, sources } = Object.assign(
    { key: null, content: null, sources: null },
    answer,
  )
  return typeof key === 'string' && typeof content === 'string' && Array.isArray(sources)
}
