import {
  type AssistantMessage,
  assistantProtocol,
  stopWord,
  unwrapTwice,
} from '@hongyan/contract/assistant-wire'
import type { ErrorCode } from '@hongyan/contract/errors'
import { withoutTurning } from '../../../lib/foreign-text.ts'
import { platformQuery } from '../../../lib/me.ts'
import { queryClient } from '../../../lib/queries.ts'
import { onSessionEnd } from '../../../lib/session-end.ts'
import { socketProtocols, socketUrl } from '../../../lib/socket.ts'

interface Once {
  /** The call that asks: its ticket goes over a connection of its own, beside that of the panel. */
  ticket: () => Promise<string>
  said: (message: AssistantMessage) => void
  /** Nobody wants the rest. */
  signal: AbortSignal
}

const open = new Set<WebSocket>()
onSessionEnd(() => {
  for (const one of open) one.close()
})

/**
 * One answer of the assistant, outside of its panel. @returns why it did not come, or not all of it: a code of the catalogue, `lost` where the
 * connection went away; null when it is whole or was stopped
 * @throws ApiError when the call is refused
 */
export async function answerOnce({
  ticket,
  said,
  signal,
}: Once): Promise<ErrorCode | 'lost' | null> {
  const [data, { aiUrl }] = await Promise.all([
    ticket(),
    queryClient.ensureQueryData(platformQuery),
  ])
  const protocols = await socketProtocols(assistantProtocol)
  if (signal.aborted) return null
  const socket = new WebSocket(socketUrl(aiUrl), protocols)
  open.add(socket)
  const outcome = Promise.withResolvers<ErrorCode | 'lost' | null>()
  const request = data.split('.', 1)[0]
  const stop = () => {
    if (socket.readyState === WebSocket.OPEN) socket.send(stopWord)
    outcome.resolve(null)
  }
  signal.addEventListener('abort', stop)
  socket.addEventListener('open', () => socket.send(data))
  socket.addEventListener('close', () => outcome.resolve('lost'))
  socket.addEventListener('message', (event) => {
    const message = unwrapTwice(withoutTurning(String(event.data)))
    if (message === null || message.request !== request || signal.aborted) return
    said(message)
    if (message.finish) outcome.resolve(message.error ?? null)
  })
  try {
    return await outcome.promise
  } finally {
    signal.removeEventListener('abort', stop)
    open.delete(socket)
    socket.close(1000)
  }
}
