import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface Answered {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

interface Call {
  method: string
  headers?: Record<string, string>
  body?: string
  /** A line of its own, instead of one that is kept. */
  fresh?: boolean
}

const kept = new Agent({ keepAlive: true })

/** One call and its whole answer. Not `fetch`, which dies where a line ends while its reader is behind. */
export async function callHttp(
  url: string,
  { method, headers = {}, body, fresh = false }: Call,
): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<Answered>()
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  const sent = { 'user-agent': 'node', ...type, ...headers }
  request(url, { method, headers: sent, agent: fresh ? false : kept }, (answer) => {
    buffer(answer).then(
      (all) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: all }),
      reject,
    )
  })
    .on('error', reject)
    .end(body)
  return promise
}
