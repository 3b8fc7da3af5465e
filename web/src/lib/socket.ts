import { endedClose, lockedClose, type PushMessage } from '@hongyan/contract/push'
import { readAnswer } from './foreign-text.ts'
import { type LastingSocket, lastingSocket } from './lasting-socket.ts'
import { onLineBack, suspectLine } from './line.ts'
import { freshAccessToken, renewRefused } from './renew.ts'
import { onSessionEnd } from './session-end.ts'
import { emitSession, readTokens } from './tokens.ts'

type Listener = (message: PushMessage) => void

const listeners = new Set<Listener>()
let socket: LastingSocket | null = null
/** What was asked for, open or not. */
let wanted: { pushBase: string; address: string } | null = null
let paused = false
/** Last position of the change feed this tab has; sent as `since` so that nothing is missed or doubled. */
let position: number | null = null

/** Push messages, once the connection is open. Returns the unsubscriber. */
export function onPush(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where the first connection begins: the feed position of what is loaded (`modseq` of the folder list). */
export function startPosition(modseq: number): void {
  position ??= modseq
}

/**
 * Opens the one push connection of this tab: `{pushBase}mail/message/{address}`, the token in the
 * subprotocol list, never in the URL (G93). Lost connections return with a growing delay and a fresh token.
 */
export function openPush(pushBase: string, address: string): void {
  wanted = { pushBase, address }
  if (socket || paused) return
  let failed = 0
  socket = lastingSocket({
    url: () => socketUrl(`${pushBase}mail/message/${encodeURIComponent(address)}`),
    protocols: () => socketProtocols('hongyan.v1'),
    onOpen: () => {
      failed = 0
      socket?.send(JSON.stringify({ since: position }))
    },
    onMessage: (data) => receive(String(data)),
    onLost: (code) => {
      if (code === lockedClose) emitSession({ kind: 'locked' })
      else judgeClose(code, ++failed)
    },
  })
}

/**
 * A login that was ended from another device or by an administrator is over for the page at once, not at its next call. The
 * server says so, or lets nobody in any more: a browser tells that from a lost line by no code. @param failed how often
 * in a row there was none, or none any more
 */
function judgeClose(code: number, failed: number): void {
  if (code !== endedClose) suspectLine()
  if (code !== endedClose && failed % 2 !== 0) return
  // Who is refused has been told by then, and without a line nothing is known.
  renewRefused(readTokens()?.accessToken ?? '').catch(() => undefined)
}

/** The position is kept: opened again, the connection brings what was missed meanwhile. */
export function closePush(): void {
  wanted = null
  hangUp()
}

function hangUp(): void {
  socket?.close()
  socket = null
}

/** False also where none is wanted. */
export const isPushOpen = (): boolean => socket?.isOpen() === true

/** While the screen is locked no connection is open and none is tried. */
export function pausePush(): void {
  paused = true
  hangUp()
}

export function resumePush(): void {
  paused = false
  if (wanted) openPush(wanted.pushBase, wanted.address)
}

/** Its own wait until the next try may be a minute by then. */
onLineBack(() => {
  if (socket && !socket.isOpen()) socket.tryNow()
})

onSessionEnd(() => {
  closePush()
  position = null
  paused = false
})

/** What a connection is opened with: its protocol, and beside it who opens it. */
export async function socketProtocols(protocol: string): Promise<string[]> {
  const token = await freshAccessToken()
  return [protocol, `bearer.${token ?? ''}`]
}

/** The address of a connection by that of the page. */
export function socketUrl(path: string): string {
  const url = new URL(path, location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  return url.href
}

function receive(data: string): void {
  const message = parse(data)
  if (!message) return
  if ('modseq' in message) advance(message)
  for (const listener of [...listeners]) listener(message)
}

/**
 * A greeting says how far the feed is, not how far this tab is: what was missed comes after it. Only a tab that has
 * nothing yet begins there.
 */
function advance({ optType, modseq }: Extract<PushMessage, { modseq: number }>): void {
  if (optType === 'hello') position ??= modseq
  // After a reload the server's word counts, even when it is smaller (a store brought back from a backup).
  else position = optType === 'resync' ? modseq : Math.max(position ?? 0, modseq)
}

function parse(data: string): PushMessage | null {
  try {
    const message: unknown = readAnswer(data)
    return isPush(message) ? message : null
  } catch {
    return null
  }
}

const kinds = ['hello', 'mail', 'mailbox', 'todo', 'resync', 'bulk']

const isPush = (value: unknown): value is PushMessage =>
  typeof value === 'object' &&
  value !== null &&
  'optType' in value &&
  kinds.includes(String(value.optType)) &&
  // How far an action on a folder is, is not of the feed.
  (value.optType === 'bulk' || ('modseq' in value && typeof value.modseq === 'number'))
