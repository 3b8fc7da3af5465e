import { connect, type Socket } from 'node:net'

export interface Answer {
  status: number
  body: Buffer
  /** From the first byte out to the last byte in. */
  ms: number
}

/** One kept-alive connection that asks one thing at a time: as little of its own work as can be. */
export interface HttpClient {
  get(path: string): Promise<Answer>
  post(path: string, body: unknown): Promise<Answer>
  /** The `data` of an answer. @throws when it is not 200 */
  data<T>(path: string, body?: unknown): Promise<T>
  setToken(token: string): void
  close(): void
}

interface Waiting {
  resolve(answer: Answer): void
  reject(reason: Error): void
  since: number
}

export async function connectHttp(port: number): Promise<HttpClient> {
  const socket: Socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', reject)
  })
  let token = ''
  let waiting: Waiting | null = null
  let received: Buffer = Buffer.alloc(0)

  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const answer = readAnswer(received)
    if (!answer || !waiting) return
    const { resolve, since } = waiting
    waiting = null
    received = Buffer.alloc(0)
    resolve({ ...answer, ms: performance.now() - since })
  })
  let ended: Error | null = null
  const fail = (reason: Error): void => {
    ended ??= reason
    waiting?.reject(reason)
    waiting = null
  }
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the server closed the connection')))

  const send = (head: string, body: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended)
      waiting = { resolve, reject, since: performance.now() }
      const length =
        body === ''
          ? ''
          : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
      socket.write(
        `${head} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\n${length}\r\n${body}`,
      )
    })

  const client: HttpClient = {
    get: (path) => send(`GET /api/${path}`, ''),
    post: (path, body) => send(`POST /api/${path}`, JSON.stringify(body)),
    data: async <T>(path: string, body?: unknown) => {
      const { status, body: bytes } = await (body === undefined
        ? client.get(path)
        : client.post(path, body))
      if (status !== 200)
        throw new Error(`${path} answered ${status} ${bytes.toString().slice(0, 200)}`)
      return (JSON.parse(bytes.toString()) as { data: T }).data
    },
    setToken: (given) => {
      token = given
    },
    close: () => socket.destroy(),
  }
  return client
}

function readAnswer(bytes: Buffer): { status: number; body: Buffer } | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = bytes.toString('latin1', 0, end)
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
  if (bytes.length < end + 4 + length) return null
  return { status: Number(head.slice(9, 12)), body: bytes.subarray(end + 4, end + 4 + length) }
}

/** Signs in and keeps the token for this connection. */
export async function logIn(
  client: HttpClient,
  username: string,
  password: string,
): Promise<string> {
  const { accessToken } = await client.data<{ accessToken: string }>('oauth/token', {
    username,
    password,
  })
  client.setToken(accessToken)
  return accessToken
}
