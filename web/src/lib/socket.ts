import type { PushMessage } from '@hongyan/contract/push'
import ReconnectingSocket from 'partysocket/ws'
import { freshAccessToken } from './renew.ts'

type Listener = (message: PushMessage) => void

const listeners = new Set<Listener>()
let socket: ReconnectingSocket | null = null
/** Last position of the change feed this tab has; sent as `since` so that nothing is missed or doubled. */
let position: number | null = null

/** Push messages, once the connection is open. Returns the unsubscriber. */
export function onPush(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells the connection how far the loaded data reaches (`modseq` of the folder list). */
export function notePosition(modseq: number): void {
  position = Math.max(position ?? 0, modseq)
}

/**
 * Opens the one push connection of this tab: `{pushBase}mail/message/{address}`, the token in the
 * subprotocol list, never in the URL (G93). Lost connections return with a growing delay and a fresh token.
 */
export function openPush(pushBase: string, address: string): void {
  if (socket) return
  socket = new ReconnectingSocket(() => pushUrl(pushBase, address), protocols, {
    minReconnectionDelay: 500 + Math.random() * 1500,
    maxReconnectionDelay: 60_000,
    reconnectionDelayGrowFactor: 1.6,
    connectionTimeout: 10_000,
    maxEnqueuedMessages: 0,
  })
  socket.addEventListener('open', () => socket?.send(JSON.stringify({ since: position })))
  socket.addEventListener('message', ({ data }: MessageEvent) => receive(String(data)))
}

export function closePush(): void {
  socket?.close()
  socket = null
  position = null
}

async function protocols(): Promise<string[]> {
  const token = await freshAccessToken()
  return ['hongyan.v1', `bearer.${token ?? ''}`]
}

function pushUrl(pushBase: string, address: string): string {
  const url = new URL(`${pushBase}mail/message/${encodeURIComponent(address)}`, location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  return url.href
}

function receive(data: string): void {
  const message = parse(data)
  if (!message) return
  if ('modseq' in message) notePosition(message.modseq)
  for (const listener of [...listeners]) listener(message)
}

function parse(data: string): PushMessage | null {
  try {
    const message: unknown = JSON.parse(data)
    return isPush(message) ? message : null
  } catch {
    return null
  }
}

const kinds = ['hello', 'mail', 'mailbox', 'todo', 'resync']

const isPush = (value: unknown): value is PushMessage =>
  typeof value === 'object' &&
  value !== null &&
  'optType' in value &&
  kinds.includes(String(value.optType)) &&
  'modseq' in value &&
  typeof value.modseq === 'number'
