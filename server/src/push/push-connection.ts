import { type PushMessage, pushHello } from '@hongyan/contract/push'
import { WebSocket } from 'ws'
import type { FolderSight } from '../features/folders/folders.public.ts'
import { type LoginSocket, loginSocket } from '../features/session/session.public.ts'
import type { Mailstore } from '../mailstore/mailstore.ts'
import type { Caller } from '../platform/http/http.ts'
import type { FolderId } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import { createMissed } from './missed.ts'

/** A client that does not read is dropped at this much unsent (P5). */
const maxBuffered = 1024 * 1024
const helloMs = 10_000

/** One open browser. */
export interface PushConnection extends LoginSocket {
  /** Sends what the client has not seen yet. Calls that come meanwhile make it look once more. */
  catchUp(): Promise<void>
  /** Sends something that is not of the feed, unless it is about a folder that may not be seen now: what is missed is not sent again. */
  tell(message: PushMessage, places: readonly FolderId[]): void
  close(code: number, reason: string): void
}

interface Options {
  socket: WebSocket
  caller: Caller
  mailstore: Mailstore
  log: Log
  sightOf(login: Caller): Promise<FolderSight>
  /** Whether the screen of a login is locked, by its id; null when it has ended. */
  living(id: string): Promise<{ locked: boolean } | null>
}

export function createConnection(options: Options): PushConnection {
  const { socket, caller, mailstore, log, sightOf, living } = options
  const { sessionId } = caller
  const readMissed = createMissed(options)
  /** Feed position the client has; null until it said hello. */
  let position: number | null = null
  let sending = false
  let again = false

  const send = (message: PushMessage) => sendText(JSON.stringify(message))
  const sendText = (text: string) => {
    if (socket.bufferedAmount > maxBuffered) socket.terminate()
    else if (socket.readyState === WebSocket.OPEN) socket.send(text)
  }

  const login = loginSocket(socket, sessionId)
  const { judge } = login
  /** Asked before anything of the mail is said: screens lock themselves without a word. */
  const mayHear = async (): Promise<boolean> =>
    judge((await living(String(sessionId))) ?? undefined)

  const sendMissed = async (since: number): Promise<number> => {
    const missed = await readMissed(since)
    if (!(await mayHear())) return since
    if (missed.kind === 'too-much') return sendReload()
    for (const text of missed.texts) sendText(text)
    return missed.modseq
  }

  const sendReload = async (): Promise<number> => {
    const modseq = (await mailstore.state(caller.accountId))?.modseq ?? 0
    send({ optType: 'resync', modseq })
    return modseq
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
    send({ optType: 'hello', modseq: now })
    const since = hello.data.since ?? now
    // From the future: the store was brought back from a backup, and nothing of what the browser has is sure.
    position = since > now ? await sendReload() : since
    await catchUp()
  }

  const inOrder = oneAfterTheOther((thrown) =>
    log.warn({ err: thrown }, 'push could not tell what goes on'),
  )
  const tell = (message: PushMessage, places: readonly FolderId[]): void => {
    if (position === null) return
    inOrder(async () => {
      const { hidden, login: now } = await sightOf(caller)
      if (!judge(now ?? undefined)) return
      if (!places.some((place) => hidden.includes(place))) send(message)
    })
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
  socket.on('error', (thrown) => log.debug({ err: thrown }, 'push socket'))
  socket.on('close', () => clearTimeout(timer))

  return {
    ...login,
    catchUp,
    tell,
    close: (code, reason) => socket.close(code, reason),
  }
}

/** So that each is sent in its order. */
function oneAfterTheOther(onTrouble: (thrown: unknown) => void) {
  let last: Promise<void> = Promise.resolve()
  return (work: () => Promise<void>): void => {
    last = last.then(work).catch(onTrouble)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
