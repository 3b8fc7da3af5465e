import {
  type AssistantMessage,
  assistantProtocol,
  stopWord,
  unwrapTwice,
} from '@hongyan/contract/assistant-wire'
import { endedClose, lockedClose } from '@hongyan/contract/push'
import { withoutTurning } from '../../lib/foreign-text.ts'
import { type LastingSocket, lastingSocket } from '../../lib/lasting-socket.ts'
import { onLineBack } from '../../lib/line.ts'
import { onSessionEnd } from '../../lib/session-end.ts'
import { socketProtocols, socketUrl } from '../../lib/socket.ts'

interface Listener {
  said: (messages: readonly AssistantMessage[]) => void
  /** The connection went away, or never came. */
  lost: () => void
}

let socket: LastingSocket | null = null
/** It was lost, and no try to have it back is under way. */
let resting = false
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
  const own = lastingSocket({
    url: () => socketUrl(url),
    protocols: () => {
      resting = false
      return socketProtocols(assistantProtocol)
    },
    onOpen: () => {
      if (waiting !== null) own.send(waiting)
      waiting = null
    },
    onMessage: (data) => take(String(data)),
    onLost: (code) => {
      resting = true
      waiting = null
      // A login that is over, or a screen that is locked, hears nothing more; the push connection says so to the page.
      if (code === endedClose || code === lockedClose) hangUp()
      sayNow()
      listener?.lost()
    },
  })
  socket = own
}

/** Sends the `data` of a call as it came (AI-18), at once or when the connection is there. */
export function send(data: string): void {
  if (socket?.isOpen()) socket.send(data)
  else {
    waiting = data
    tryNow()
  }
}

/** One that is on its way is left to come. */
function tryNow(): void {
  if (resting) socket?.tryNow()
}

/** Ends the answer that is being written. */
export function sendStop(): void {
  waiting = null
  if (socket?.isOpen()) socket.send(stopWord)
}

export function hangUp(): void {
  const own = socket
  socket = null
  resting = false
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
