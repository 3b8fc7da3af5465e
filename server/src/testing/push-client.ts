import { once } from 'node:events'
import type { PushMessage } from '@hongyan/contract/push'
import { WebSocket } from 'ws'
import type { HttpClient } from './http-client.ts'
import type { TestServer } from './start-test-server.ts'

type Of<K extends PushMessage['optType']> = Extract<PushMessage, { optType: K }>

/** The push connection of a signed-in person, greeted. */
export interface PushClient {
  /** The next message of a kind; those of other kinds before it are thrown away. */
  next<K extends PushMessage['optType']>(optType: K): Promise<Of<K>>
  close(): void
  /** The code that the server closed it with. */
  closed: Promise<number>
}

export async function openPush(
  server: TestServer,
  { address, client }: { address: string; client: HttpClient },
): Promise<PushClient> {
  const url = `${server.url.replace('http', 'ws')}/api/mail/message/${address}`
  const socket = new WebSocket(url, ['hongyan.v1', `bearer.${client.tokens?.accessToken}`])
  const received: PushMessage[] = []
  let wake: () => void = () => undefined
  socket.on('message', (data) => {
    received.push(JSON.parse(String(data)))
    wake()
  })
  const isOf =
    <K extends PushMessage['optType']>(optType: K) =>
    (message: PushMessage | undefined): message is Of<K> =>
      message?.optType === optType
  const next = async <K extends PushMessage['optType']>(optType: K): Promise<Of<K>> => {
    const fits = isOf(optType)
    for (;;) {
      while (received.length > 0) {
        const message = received.shift()
        if (fits(message)) return message
      }
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await once(socket, 'open')
  socket.send(JSON.stringify({ since: null }))
  await next('hello')
  return { next, close: () => socket.close(), closed }
}
