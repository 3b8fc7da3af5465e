import type { PushMessage } from '@hongyan/contract/push'

/** An open browser's push connection: tells the subject of each new mail and when it was heard of. */
export async function openPush(
  port: number,
  who: { address: string; token: string },
  onMail: (subject: string, at: number) => void,
): Promise<{ close(): void }> {
  const url = `ws://127.0.0.1:${port}/api/mail/message/${encodeURIComponent(who.address)}`
  const socket = new WebSocket(url, ['hongyan.v1', `bearer.${who.token}`])
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  const hello = new Promise<void>((resolve) => {
    socket.addEventListener('message', ({ data }) => {
      const at = performance.now()
      const message = JSON.parse(String(data)) as PushMessage
      if (message.optType === 'hello') resolve()
      if (message.optType === 'mail') onMail(message.mailSubject, at)
    })
  })
  socket.send(JSON.stringify({ since: null }))
  await hello
  return { close: () => socket.close() }
}
