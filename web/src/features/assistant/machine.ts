import {
  type AssistantMessage,
  type allTypes,
  assistantTypes,
  type BriefLine,
  type CheckLevel,
  type CheckSignal,
  checkLevels,
  type FoundMail,
  type HelpSource,
  type MailsRead,
} from '@hongyan/contract/assistant-wire'
import type { ErrorCode } from '@hongyan/contract/errors'

/** What can be asked. */
export type Kind = keyof typeof allTypes
/** Names of the five flags (G101). */
type Flag = keyof typeof assistantTypes
type Result = Exclude<Kind, 'chat'>
export type Inner = Exclude<Result, 'mailbox'>

export interface Answer {
  /** Ours, from the press of the button on. */
  key: string
  /** The server's, once it took the request. */
  request: string | null
  state: 'waiting' | 'streaming' | 'done' | 'stopped' | 'broken'
  content: string
  /** How it came about; none is kept for a chat (AI-25). */
  thought: string
  engine: 'built-in' | 'model' | null
  model: string
  /** For a mail that has none yet. */
  subject: string
  sources: readonly HelpSource[]
  /** Sentences of the mail that a summary stands on. */
  sentences: readonly string[]
  level: CheckLevel | null
  signals: readonly CheckSignal[]
  brief: readonly BriefLine[]
  mails: MailsRead | null
  /** What the own mail was asked, the search that was made for it, and what that found. */
  question: string
  query: string
  found: readonly FoundMail[]
  error: ErrorCode | null
}

export interface Turn {
  question: string
  answer: Answer
}

/** True: idle (AI-21). */
export type Flags = Readonly<Record<Flag, boolean>>

export interface Assistant {
  /** The outer tabs, and the inner ones of mails (AI-05, G110). */
  outer: 'chat' | 'mail' | 'mailbox'
  inner: Inner
  /** Kept for the login session. */
  chat: readonly Turn[]
  results: Readonly<Record<Result, Answer | null>>
  /** The open mail was to be checked and is longer than what is taken. */
  tooLong: boolean
  /** Of types 2, 3 and 4 (AI-28, G105). */
  finished: Readonly<Record<'compose' | 'reply' | 'summary', boolean>>
  flags: Flags
  /** A mail is open that can be answered (AI-22, AI-29). */
  replyMode: boolean
}

const idle: Flags = { chat: true, compose: true, reply: true, summary: true, check: true }
const noResults: Assistant['results'] = {
  compose: null,
  reply: null,
  summary: null,
  check: null,
  brief: null,
  mailbox: null,
}
const noneFinished = { compose: false, reply: false, summary: false }

export const freshAssistant = (): Assistant => ({
  outer: 'chat',
  inner: 'compose',
  chat: [],
  results: noResults,
  tooLong: false,
  finished: noneFinished,
  flags: idle,
  replyMode: false,
})

export type Event =
  /** The panel was opened, with a mail open or none; `on` the tab that was asked for. */
  | { is: 'opened'; hasMail: boolean; on: Kind | null }
  | { is: 'turned'; outer: Assistant['outer']; inner?: Inner }
  | { is: 'mailChanged'; mailId: number | null }
  | { is: 'asked'; kind: Kind; key: string; question: string }
  | { is: 'tooLong' }
  | { is: 'taken'; key: string; request: string }
  | { is: 'said'; message: AssistantMessage }
  /** Nothing came for too long (AI-23, G103). */
  | { is: 'released' }
  /** By a person, or because the line is gone. */
  | { is: 'stopped' }
  | { is: 'broken'; error: ErrorCode | null }
  /** The call was refused: as if it had not been asked (AI-20, G102). */
  | { is: 'refused'; key: string }
  | { is: 'forgotten' }

/** A new request may be made only while nothing is under way (AI-24, G104). */
export const isIdle = ({ flags }: Pick<Assistant, 'flags'>): boolean =>
  Object.values(flags).every(Boolean)

/** The answer that is being waited for or written. */
export const isOpen = ({ state }: Answer): boolean => state === 'waiting' || state === 'streaming'

export function next(now: Assistant, event: Event): Assistant {
  switch (event.is) {
    case 'opened':
      return { ...now, ...tabsOf(event.on), ...cleared(now), replyMode: event.hasMail }
    case 'turned':
      return { ...now, outer: event.outer, inner: event.inner ?? now.inner }
    case 'mailChanged':
      return {
        ...now,
        // What was found in the mailbox leads to mails, and stays while they are read.
        ...cleared(now, event.mailId !== null, {
          brief: keptBrief(now, event.mailId),
          mailbox: now.results.mailbox,
        }),
        replyMode: event.mailId !== null,
      }
    case 'asked':
      return asked(now, event)
    case 'tooLong':
      return { ...now, tooLong: true, results: { ...now.results, check: null } }
    case 'taken':
      return changed(
        now,
        ({ key }) => key === event.key,
        (answer) => ({
          ...answer,
          request: event.request,
        }),
      )
    case 'said':
      return said(now, event.message)
    case 'released':
      return { ...now, flags: idle }
    case 'stopped':
      return { ...changed(now, isOpen, (one) => ({ ...one, state: 'stopped' })), flags: idle }
    case 'broken':
      return {
        ...changed(now, isOpen, (one) => ({ ...one, state: 'broken', error: event.error })),
        flags: idle,
      }
    case 'refused':
      return refused(now, event.key)
    case 'forgotten':
      return { ...now, chat: [] }
  }
}

/** The brief on a conversation stays while the mails are opened that it leads to. */
function keptBrief({ results: { brief } }: Assistant, mailId: number | null): Answer | null {
  if (brief === null || isOpen(brief)) return null
  return mailId === null || brief.brief.some((one) => one.mailId === mailId) ? brief : null
}

/** Out: tab zero is the chat. In: the first is a new mail. */
function tabsOf(on: Kind | null): Pick<Assistant, 'outer' | 'inner'> {
  if (on === null || on === 'chat' || on === 'mailbox')
    return { outer: on ?? 'chat', inner: 'compose' }
  return { outer: 'mail', inner: on }
}

/**
 * What was made goes with its mail (AI-30), and when the panel is opened again (AI-29). Where a mail is only left, as by who
 * begins to write, the draft of a new one stays. What was under way is let go of.
 */
function cleared(
  { results, finished, flags }: Assistant,
  whole = true,
  stays: Partial<Assistant['results']> = {},
): Partial<Assistant> {
  const kept = { ...noResults, ...(whole ? {} : { compose: results.compose }), ...stays }
  const lost = Object.values(results).filter((one) => !Object.values(kept).includes(one))
  return {
    results: kept,
    tooLong: false,
    finished: whole ? noneFinished : { ...noneFinished, compose: finished.compose },
    flags: lost.some((one) => one !== null && isOpen(one)) ? idle : flags,
  }
}

function asked(
  before: Assistant,
  { kind, key, question }: Extract<Event, { is: 'asked' }>,
): Assistant {
  // One that was let go of and came no further: the next request ends it.
  const now = changed(before, isOpen, (one) => ({ ...one, state: 'stopped' }))
  const answer: Answer = { ...noAnswer, key, question }
  const others = now.replyMode
  const flags = { chat: false, compose: false, reply: others, summary: others, check: others }
  if (kind === 'chat') return { ...now, flags, chat: [...now.chat, { question, answer }] }
  return {
    ...now,
    flags,
    tooLong: kind !== 'check' && now.tooLong,
    results: { ...now.results, [kind]: answer },
    finished: kind in noneFinished ? { ...now.finished, [kind]: false } : now.finished,
  }
}

const noAnswer: Answer = {
  key: '',
  request: null,
  state: 'waiting',
  content: '',
  thought: '',
  engine: null,
  model: '',
  subject: '',
  sources: [],
  sentences: [],
  level: null,
  signals: [],
  brief: [],
  mails: null,
  question: '',
  query: '',
  found: [],
  error: null,
}

function said(now: Assistant, message: AssistantMessage): Assistant {
  const isMeant = ({ request }: Answer) => request !== null && request === message.request
  const heard = changed(now, isMeant, (answer) => withMessage(answer, message))
  // The end of one that was stopped before does not let go of what was asked since.
  const open = answersOf(now).filter(isOpen)
  if (message.finish !== true || (open.length > 0 && !open.some(isMeant))) return heard
  return { ...heard, flags: idle, finished: finishedBy(heard, isMeant) }
}

/** Every answer there is. */
export const answersOf = ({ chat, results }: Pick<Assistant, 'chat' | 'results'>): Answer[] => [
  ...chat.map(({ answer }) => answer),
  ...Object.values(results).filter((one) => one !== null),
]

function finishedBy({ results, finished }: Assistant, isMeant: (one: Answer) => boolean) {
  const now = { ...finished }
  for (const kind of ['compose', 'reply', 'summary'] as const) {
    const one = results[kind]
    if (one !== null && isMeant(one)) now[kind] = true
  }
  return now
}

/** What a message adds to its answer (AI-25 to AI-27). */
function withMessage(answer: Answer, message: AssistantMessage): Answer {
  if (!isOpen(answer)) return answer
  const content = answer.content + (message.content ?? '')
  const thought =
    message.type === assistantTypes.chat ? '' : answer.thought + (message.thought ?? '')
  const error = message.error ?? answer.error
  return {
    ...answer,
    content,
    thought,
    error,
    state: stateAfter(message, { state: answer.state, hasWords: content + thought !== '', error }),
    engine: message.engine ?? answer.engine,
    model: message.model ?? answer.model,
    subject: message.subject ?? answer.subject,
    sources: message.sources ?? answer.sources,
    sentences: message.sentences ?? answer.sentences,
    level: graver(answer.level, message.level),
    signals: message.signals ?? answer.signals,
    brief: message.brief ? [...answer.brief, ...message.brief] : answer.brief,
    mails: message.mails ?? answer.mails,
    query: message.query ?? answer.query,
    found: message.found ?? answer.found,
  }
}

function stateAfter(
  { finish, level }: AssistantMessage,
  { state, hasWords, error }: Pick<Answer, 'state' | 'error'> & { hasWords: boolean },
): Answer['state'] {
  if (finish === true) return error === null ? 'done' : 'broken'
  return hasWords || level !== undefined ? 'streaming' : state
}

/** A level is only ever raised. */
function graver(one: CheckLevel | null, other: CheckLevel | undefined): CheckLevel | null {
  if (one === null || other === undefined) return other ?? one
  return checkLevels.indexOf(other) > checkLevels.indexOf(one) ? other : one
}

function refused(now: Assistant, key: string): Assistant {
  const results = { ...now.results }
  for (const kind of Object.keys(noResults) as Result[]) {
    if (results[kind]?.key === key) results[kind] = null
  }
  return {
    ...now,
    results,
    chat: now.chat.filter(({ answer }) => answer.key !== key),
    flags: idle,
  }
}

/** Every answer that is meant is changed; the others, and with them what is drawn of them, stay what they are. */
function changed(
  now: Assistant,
  isMeant: (answer: Answer) => boolean,
  change: (answer: Answer) => Answer,
): Assistant {
  const kinds = (Object.keys(noResults) as Result[]).filter((kind) => {
    const one = now.results[kind]
    return one !== null && isMeant(one)
  })
  const inChat = now.chat.some(({ answer }) => isMeant(answer))
  const results = { ...now.results }
  for (const kind of kinds) {
    const one = results[kind]
    if (one !== null) results[kind] = change(one)
  }
  return {
    ...now,
    results: kinds.length > 0 ? results : now.results,
    chat: inChat
      ? now.chat.map((turn) =>
          isMeant(turn.answer) ? { ...turn, answer: change(turn.answer) } : turn,
        )
      : now.chat,
  }
}
