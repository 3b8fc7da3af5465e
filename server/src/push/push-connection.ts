import { type PushMessage, pushHello } from '@hongyan/contract/push'
import { WebSocket } from 'ws'
import type { Mailstore } from '../mailstore/mailstore.ts'
import type { Change } from '../mailstore/types.ts'
import type { Caller } from '../platform/http/http.ts'
import type { FolderId, SessionId } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'

/** More missed changes than this: the browser loads everything again. */
const maxMissed = 500
/** A client that does not read is dropped at this much unsent (P5). */
const maxBuffered = 1024 * 1024
const helloMs = 10_000

/** One open browser. */
export interface PushConnection {
  sessionId: SessionId
  /** Sends what the client has not seen yet. Calls that come meanwhile make it look once more. */
  catchUp(): Promise<void>
  /** Sends something that is not of the feed: what is missed is not sent again. */
  tell(message: PushMessage): void
  /** Asks for a sign of life; one that gave none since the last time is dropped. */
  ping(): void
  close(code: number, reason: string): void
}

interface Options {
  socket: WebSocket
  caller: Caller
  mailstore: Mailstore
  log: Log
  hiddenFor(login: Caller): Promise<readonly FolderId[]>
}

export function createConnection(options: Options): PushConnection {
  const { socket, caller, mailstore, log, hiddenFor } = options
  /** Feed position the client has; null until it said hello. */
  let position: number | null = null
  let sending = false
  let again = false
  let alive = true

  const send = (message: PushMessage) => {
    if (socket.bufferedAmount > maxBuffered) socket.terminate()
    else if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }

  const sendMissed = async (since: number): Promise<number> => {
    const changes = await mailstore.changesAfter(caller.accountId, { since, limit: maxMissed + 1 })
    if (changes.length > maxMissed) {
      const state = await mailstore.state(caller.accountId)
      const modseq = state?.modseq ?? since
      send({ optType: 'resync', modseq })
      return modseq
    }
    if (changes.length > 0) {
      const hidden = new Set(await hiddenFor(caller))
      for (const change of changes) for (const message of messagesOf(change, hidden)) send(message)
    }
    return changes.at(-1)?.modseq ?? since
  }

  const catchUp = async (): Promise<void> => {
    again = true
    if (sending || position === null) return
    sending = true
    try {
      while (again) {
        again = false
        position = await sendMissed(position)
      }
    } catch (thrown) {
      // The position has not moved: the next announcement, or the reconnect, sends what is missing.
      log.warn({ err: thrown }, 'push could not read the feed')
    } finally {
      sending = false
    }
  }

  const greet = async (data: string): Promise<void> => {
    const hello = pushHello.safeParse(parseJson(data))
    if (!hello.success || position !== null) return socket.close(1008, 'not understood')
    const now = (await mailstore.state(caller.accountId))?.modseq ?? 0
    position = Math.min(hello.data.since ?? now, now)
    send({ optType: 'hello', modseq: now })
    await catchUp()
  }

  const timer = setTimeout(() => {
    if (position === null) socket.close(1008, 'no hello')
  }, helloMs)
  socket.on('message', (data) => {
    greet(String(data)).catch((thrown) => {
      log.warn({ err: thrown }, 'push greeting failed')
      socket.close(1011)
    })
  })
  socket.on('pong', () => {
    alive = true
  })
  socket.on('error', (thrown) => log.debug({ err: thrown }, 'push socket'))
  socket.on('close', () => clearTimeout(timer))

  return {
    sessionId: caller.sessionId,
    catchUp,
    tell: (message) => {
      if (position !== null) send(message)
    },
    ping: () => {
      if (!alive) socket.terminate()
      alive = false
      socket.ping()
    },
    close: (code, reason) => socket.close(code, reason),
  }
}

/** What happens in a locked folder alone is not told at all; what left it or went into it, without its counters. */
function* messagesOf(change: Change, hidden: ReadonlySet<FolderId>): Generator<PushMessage> {
  const { modseq, kind, messageIds, detail } = change
  const folders = (detail.folders ?? []).filter((one) => !hidden.has(one.folderId))
  const places = [...(detail.places ?? []), ...(detail.folders ?? []).map((one) => one.folderId)]
  if (places.length > 0 && places.every((one) => hidden.has(one))) return
  yield { optType: 'mailbox', modseq, kind, mailIds: messageIds, folders }
  for (const one of detail.news ?? []) {
    if (hidden.has(one.folderId)) continue
    yield {
      optType: 'mail',
      modseq,
      mailId: one.messageId,
      mailboxId: one.folderId,
      mailSubject: one.subject,
      mailFrom: { name: one.fromName, address: one.fromAddress },
      notify: true,
    }
  }
  yield* remindersOf(change, hidden)
}

function* remindersOf(
  { modseq, detail }: Change,
  hidden: ReadonlySet<FolderId>,
): Generator<PushMessage> {
  for (const one of detail.reminders ?? []) {
    if (hidden.has(one.folderId)) continue
    yield {
      optType: 'todo',
      modseq,
      pendingId: one.todoId,
      mailId: one.messageId,
      mailboxId: one.folderId,
      mailSubject: one.subject,
      note: one.note,
      dueTime: one.dueAt,
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
