import {
  type AssistantMessage,
  checkLength,
  listTypes,
  moreTypes,
  textTypes,
} from '@hongyan/contract/assistant-wire'
import type { ErrorCode, Language } from '@hongyan/contract/errors'
import { htmlToTextInSteps } from '@hongyan/mime/html/html-text'
import { AppError } from '../../platform/errors.ts'
import { createGate, type Gate } from '../../platform/gate.ts'
import { asId } from '../../platform/ids.ts'
import { stepByStep } from '../../platform/in-turns.ts'
import { answerWish } from './answering.ts'
import { newAnswering } from './answering-parts.ts'
import {
  dropRequest,
  endRequest,
  insertRequest,
  requestsSince,
  sweepRequests,
} from './assistant.queries.ts'
import type { AssistantOptions, Caller, Line } from './assistant-options.ts'
import { answerBrief } from './brief/brief-answer.ts'
import { answerDaily } from './daily/daily-answer.ts'
import { answerMailbox } from './mailbox/mailbox-answer.ts'
import { answerSorting } from './sorting/sorting-answer.ts'
import type { Subject, Wish } from './tickets.ts'

interface Asked {
  answerIn?: Language | undefined
  user: string
}

type NewWish = Omit<Wish, 'language' | 'mail'> & {
  mail?: { mailId: number | undefined; content: string; sender?: string; subject?: string }
}

export type Assistant = ReturnType<typeof createAssistant>

/** A mail that is sent along and not stored travels in the ticket, up to here. */
const maxCarried = 60_000
const hourMs = 3_600_000
/** What an answer came to is noted, whoever went. */
const never = new AbortController().signal
/** What the built-in engine cannot do. */
const byModelAlone: readonly number[] = [textTypes.rewrite, textTypes.translate, textTypes.answers]
/** So many requests look into the database at once when all begin in one instant: behind 200 of them a list would wait. */
const atOnce = 2
/** Requests are kept for so long, for who looks after the house. */
const keptDays = 365

/** Requests, and their answers. */
export function createAssistant(options: AssistantOptions) {
  const { tickets, clock, database } = options
  const gate = createGate({ total: atOnce })
  return {
    /** @throws assistant.off, assistant.too-long, address.not-yours */
    ticket: async (caller: Caller, asked: Asked, wish: NewWish): Promise<string> => {
      refuseForeignUser(caller, asked.user)
      const { language } = await gate.run(() => allowed(options, caller, wish.type))
      refuseWithoutModel(options, wish.type)
      const { mail, ...rest } = wish
      if (wish.type === 5) await refuseLong(mail?.content ?? '')
      return tickets.make(caller.sessionId, {
        ...rest,
        language: asked.answerIn ?? language,
        ...(mail ? { mail: subjectOf(mail) } : {}),
      })
    },
    answer: (caller: Caller, ticket: string, line: Line) =>
      answer(options, gate, { caller, ticket, line }),
    /** The last message for a ticket that nobody waits for any more (G100): it is not used up. */
    unheard: ({ sessionId }: Caller, ticket: string): AssistantMessage => {
      const found = tickets.read(sessionId, ticket)
      return found ? { type: found.wish.type, request: found.id, finish: true } : noTicket(ticket)
    },
    /** Housekeeping, to be run now and then by one process. */
    sweep: () => sweepRequests(database, new Date(clock.now().getTime() - keptDays * 24 * hourMs)),
  }
}

/** What the server reads itself need not travel. */
const subjectOf = (mail: NonNullable<NewWish['mail']>): Subject => ({
  mailId: mail.mailId ?? null,
  content: mail.mailId === undefined ? mail.content.slice(0, maxCarried) : '',
  sender: mail.sender ?? '',
  subject: mail.subject ?? '',
})

/** `user` of a payload is words about the user; an address in it must be the own one (security 2b). */
function refuseForeignUser({ address }: Caller, user: string): void {
  const claimed = user.trim().toLowerCase()
  if (/^[^\s@]+@[^\s@]+$/.test(claimed) && claimed !== address)
    throw new AppError('address.not-yours')
}

/** L51, G108: what counts is the text, without tags. */
async function refuseLong(content: string): Promise<void> {
  const text = /<[a-z!/]/i.test(content)
    ? (await stepByStep(htmlToTextInSteps(content, checkLength * 2))).trim()
    : content
  if (text.length > checkLength) throw new AppError('assistant.too-long')
}

/** @throws assistant.off */
async function allowed({ settings }: AssistantOptions, { person }: Caller, type: Wish['type']) {
  const own = await settings.of(person.userId)
  const isOn = own.assistant === 1 && own.assistantEnable === 1
  if (!isOn || own.assistantOff.includes(type)) throw new AppError('assistant.off')
  return own
}

/** What only a model can do is not there without one. @throws assistant.off */
function refuseWithoutModel({ gateway, modelFor }: AssistantOptions, type: Wish['type']): void {
  if (byModelAlone.includes(type) && !(gateway.has && modelFor.includes(type)))
    throw new AppError('assistant.off')
}

interface Request {
  caller: Caller
  ticket: string
  line: Line
}

/** Whatever happens, the last message has the finish marker (G100). */
async function answer(
  options: AssistantOptions,
  gate: Gate,
  { caller, ticket, line }: Request,
): Promise<void> {
  const { tickets, log, metrics, database, clock } = options
  const found = tickets.read(caller.sessionId, ticket)
  if (!found) return void (await line.send(noTicket(ticket)))
  const { id, wish } = found
  const answering = newAnswering({ request: id, type: wish.type }, line)
  let error: ErrorCode | null = null
  let isBegun = false
  try {
    line.signal.throwIfAborted()
    const asking = { who: String(caller.accountId), signal: line.signal }
    const hidden = await gate.run(async () => {
      await begin(options, caller, { id, wish })
      isBegun = true
      return options.hiddenFor(caller)
    }, asking)
    error = await answererOf(wish)(options, { ...caller, hidden }, { wish, answering })
  } catch (thrown) {
    error = codeOf(thrown)
    if (error === 'server.failed' && !line.signal.aborted)
      log.error({ err: thrown }, 'the assistant could not answer')
  }
  const isStopped = line.signal.aborted
  const outcome = isStopped ? 'stopped' : (error ?? 'done')
  metrics.count('hongyan_assistant_requests', {
    type: String(wish.type),
    engine: answering.tally.engine,
    outcome,
  })
  metrics.count('hongyan_assistant_sent_characters', {}, answering.tally.sent)
  if (isBegun) {
    const end = { ...answering.tally, outcome, at: clock.now() }
    await gate.run(() => endRequest(database, id, end), { signal: never })
  }
  await line.send({
    type: wish.type,
    request: id,
    finish: true,
    ...(error && !isStopped ? { error } : {}),
  })
}

const answerers: Readonly<Record<number, typeof answerWish>> = {
  [moreTypes.brief]: answerBrief,
  [moreTypes.mailbox]: answerMailbox,
  [listTypes.daily]: answerDaily,
  [listTypes.sorting]: answerSorting,
}
const answererOf = ({ type }: Wish): typeof answerWish => answerers[type] ?? answerWish

const noTicket = (ticket: string): AssistantMessage => {
  const request = ticket.slice(0, 36).replace(/[^\da-f-]/g, '')
  return { type: 1, request, finish: true, error: 'assistant.ticket' }
}

const codeOf = (thrown: unknown): ErrorCode =>
  thrown instanceof AppError ? thrown.code : 'server.failed'

/** Uses the ticket up, within the limits. @throws assistant.ticket, assistant.off, assistant.too-many */
async function begin(
  options: AssistantOptions,
  caller: Caller,
  { id, wish }: { id: string; wish: Wish },
): Promise<void> {
  const { database, clock, perHour } = options
  await allowed(options, caller, wish.type)
  const at = clock.now()
  const { userId } = caller.person
  const mailId = wish.mail?.mailId ?? null
  const isNew = await insertRequest(database, {
    id,
    userId,
    accountId: caller.accountId,
    kind: wish.type,
    messageId: mailId === null ? null : asId(mailId),
    at,
  })
  if (isNew === 0) throw new AppError('assistant.ticket')
  // Counted with the own one in it: of many that come at once none is overlooked.
  const requests = await requestsSince(database, userId, new Date(at.getTime() - hourMs))
  if (requests <= perHour) return
  await dropRequest(database, id)
  throw new AppError('assistant.too-many')
}
