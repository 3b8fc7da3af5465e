import {
  type AssistantMessage,
  assistantProtocol,
  stopWord,
  unwrapTwice,
} from '@hongyan/contract/assistant-wire'
import { endedClose, lockedClose } from '@hongyan/contract/push'
import ReconnectingSocket from 'partysocket/ws'
import { withoutTurning } from '../../lib/foreign-text.ts'
import { onLineBack } from '../../lib/line.ts'
import { onSessionEnd } from '../../lib/session-end.ts'
import { socketProtocols, socketUrl } from '../../lib/socket.ts'

interface Listener {
  said: (messages: readonly AssistantMessage[]) => void
  /** The connection went away, or never came. */
  lost: () => void
}

let socket: ReconnectingSocket | null = null
let listener: Listener | null = null
/** A request that waits for the connection. */
let waiting: string | null = null
let heard: AssistantMessage[] = []
let planned = false

onSessionEnd(hangUp)
/** Its own wait until the next try may be long by then. */
onLineBack(tryNow)

/** Opens the connection of the assistant where there is none (AI-19, AI-29). A lost one comes back by itself. */
export function connect(url: string, on: Listener): void {
  listener = on
  if (socket !== null) return
  const own = new ReconnectingSocket(
    () => socketUrl(url),
    () => socketProtocols(assistantProtocol),
    {
      minReconnectionDelay: 500 + Math.random() * 1000,
      maxReconnectionDelay: 8_000,
      reconnectionDelayGrowFactor: 1.6,
      connectionTimeout: 10_000,
      maxEnqueuedMessages: 0,
    },
  )
  socket = own
  own.addEventListener('open', () => {
    if (waiting !== null) own.send(waiting)
    waiting = null
  })
  own.addEventListener('message', ({ data }: MessageEvent) => take(String(data)))
  own.addEventListener('close', ({ code }) => {
    if (socket !== own) return
    waiting = null
    // A login that is over, or a screen that is locked, hears nothing more; the push connection says so to the page.
    if (code === endedClose || code === lockedClose) hangUp()
    sayNow()
    listener?.lost()
  })
}

/** Sends the `data` of a call as it came (AI-18), at once or when the connection is there. */
export function send(data: string): void {
  if (socket?.readyState === ReconnectingSocket.OPEN) socket.send(data)
  else {
    waiting = data
    tryNow()
  }
}

/** One that is on its way is left to come. */
function tryNow(): void {
  if (socket?.readyState === ReconnectingSocket.CLOSED) socket.reconnect()
}

/** Ends the answer that is being written. */
export function sendStop(): void {
  waiting = null
  if (socket?.readyState === ReconnectingSocket.OPEN) socket.send(stopWord)
}

export function hangUp(): void {
  const own = socket
  socket = null
  waiting = null
  heard = []
  own?.close()
}

function take(frame: string): void {
  const message = unwrapTwice(withoutTurning(frame))
  if (message === null) return
  heard.push(message)
  if (planned) return
  planned = true
  // However fast the words come, the page is drawn once for each picture of the screen; one that is not seen draws none.
  if (document.hidden) setTimeout(sayNow, 0)
  else requestAnimationFrame(sayNow)
}

function sayNow(): void {
  planned = false
  const messages = heard
  heard = []
  if (messages.length > 0) listener?.said(messages)
}
