import {
  type AssistantMessage,
  assistantPath,
  assistantProtocol,
  stopWord,
  wrapTwice,
} from '@hongyan/contract/assistant-wire'
import { WebSocket } from 'ws'
import type { Clock } from '../../platform/clock.ts'
import type { Events } from '../../platform/events/events.ts'
import type { Caller } from '../../platform/http/http.ts'
import type { SocketDoor } from '../../platform/http/web-sockets.ts'
import type { SessionId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { type LoginSocket, loginSocket, watchLogins } from '../session/session.public.ts'
import type { Assistant } from './assistant.service.ts'

/** The largest ticket: sixty thousand characters of a mail, sealed. */
const maxPayload = 512 * 1024
/** A client that does not read is dropped at this much unsent (P5). */
const maxBuffered = 1024 * 1024
/** While an answer is written its login is asked for again, for screens lock themselves without a word. */
const lookAgainMs = 1_000
/** A panel in each of some windows; who has more of them has no use for them. */
const socketsOfLogin = 8

/** Made once: without it each end of an answer is an exception with the stack of its caller. */
const unwanted = new DOMException('the answer is not wanted any more', 'AbortError')

interface Options {
  assistant: Assistant
  events: Events
  log: Log
  clock: Clock
  sessions: {
    living(ids: readonly SessionId[]): Promise<ReadonlyMap<SessionId, { locked: boolean }>>
  }
}

/** The assistant's socket (E39): tickets come in, answers go out. */
export interface AssistantSocket {
  door: SocketDoor
  connections(): number
  start(): void
  stop(): void
}

export function createAssistantSocket(options: Options): AssistantSocket {
  const { log } = options
  const all = new Map<WebSocket, LoginSocket>()
  const logins = watchLogins(options, () => [...all.values()])
  const open = (socket: WebSocket, caller: Caller): void => {
    const login = loginSocket(socket, caller.sessionId)
    all.set(socket, login)
    const answers = answersTo(options, { socket, caller, login })
    socket.on('message', (data, isBinary) => {
      if (isBinary) return socket.close(1003, 'not understood')
      const text = String(data)
      if (text === stopWord) answers.end()
      else answers.begin(text)
    })
    socket.on('error', (thrown) => log.debug({ err: thrown }, 'assistant socket'))
    socket.on('close', () => {
      all.delete(socket)
      answers.end()
    })
  }
  return {
    door: {
      path: new RegExp(`^${assistantPath}$`),
      protocol: assistantProtocol,
      maxPayload,
      admits: ({ sessionId }) => {
        const own = [...all.values()].filter((one) => one.sessionId === sessionId)
        return own.length < socketsOfLogin
      },
      open,
    },
    connections: () => all.size,
    start: logins.start,
    stop: logins.stop,
  }
}

interface Opened {
  socket: WebSocket
  caller: Caller
  login: LoginSocket
}

interface Turn {
  ticket: string
  own: AbortController
}

/**
 * One answer at a time: a ticket that comes meanwhile ends it, and waits until it has let go; a newer one takes the place of the one
 * that waits. While one waits nothing more is read, so that nobody fills the memory with tickets (P5).
 */
function answersTo(
  { assistant, sessions, clock, log }: Options,
  { socket, caller, login }: Opened,
): { begin(ticket: string): void; end(): void } {
  let current: Turn | null = null
  let waiting: Turn | null = null
  let looked = 0

  const mayHear = async (): Promise<boolean> => {
    const now = clock.now().getTime()
    if (now - looked < lookAgainMs && now >= looked) return true
    const may = login.judge((await sessions.living([caller.sessionId])).get(caller.sessionId))
    looked = now
    return may
  }
  const put = (message: AssistantMessage): void => {
    if (socket.bufferedAmount > maxBuffered) socket.terminate()
    else if (socket.readyState === WebSocket.OPEN) socket.send(wrapTwice(message))
  }
  const send = async (message: AssistantMessage): Promise<boolean> => {
    if (!(await mayHear()) || socket.readyState !== WebSocket.OPEN) return false
    put(message)
    return socket.readyState === WebSocket.OPEN
  }
  const answer = async ({ ticket, own }: Turn): Promise<void> => {
    looked = 0
    try {
      await assistant.answer(caller, ticket, { signal: own.signal, send })
    } catch (thrown) {
      log.warn({ err: thrown }, 'an answer of the assistant failed')
      socket.close(1011)
    }
  }
  const answerAll = async (): Promise<void> => {
    while (waiting !== null && socket.readyState === WebSocket.OPEN) {
      current = waiting
      waiting = null
      socket.resume()
      await answer(current)
    }
    current = null
    waiting = null
    // For the close frame of the other side.
    socket.resume()
  }
  return {
    begin: (ticket) => {
      current?.own.abort(unwanted)
      if (waiting !== null) put(assistant.unheard(caller, waiting.ticket))
      waiting = { ticket, own: new AbortController() }
      if (current === null) void answerAll()
      else socket.pause()
    },
    end: () => {
      current?.own.abort(unwanted)
      waiting?.own.abort(unwanted)
    },
  }
}
