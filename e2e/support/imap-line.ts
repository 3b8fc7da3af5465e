import { once } from 'node:events'
import { connect } from 'node:tls'

/** A mail program by hand: sends a command, answers all that came up to its end. */
export async function openImap(port: number): Promise<(command: string) => Promise<string>> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
  let heard = ''
  let isClosed = false
  socket.on('data', (chunk) => {
    heard += chunk.toString('latin1')
  })
  socket.on('error', () => undefined)
  socket.on('close', () => {
    isClosed = true
  })
  await once(socket, 'data')
  let tags = 0
  return async (command) => {
    const tag = `t${++tags}`
    if (!isClosed) socket.write(`${tag} ${command}\r\n`)
    const isDone = () => isClosed || new RegExp(`^${tag} `, 'm').test(heard)
    while (!isDone()) await Promise.race([once(socket, 'data'), once(socket, 'close')])
    const answer = heard
    heard = ''
    return answer
  }
}
