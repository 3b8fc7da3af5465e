import type { Endpoint, Envelope, Reply } from '@hongyan/contract/endpoint'
import { session } from '@hongyan/contract/session'
import { callHttp } from './http-call.ts'

type Fields = Record<string, unknown>

/** A browser without a browser. */
export interface Api {
  token: string
  logIn(address: string, password: string): Promise<void>
  /** A new token before the old one ends, ten minutes after it was given. */
  renew(): Promise<void>
  /** The data of a call that must succeed; `fields` is the query, or the body of a POST. */
  get<const E extends Endpoint>(endpoint: E, fields: Fields): Promise<Reply<E>>
  /** Status and envelope of a call, whatever they are. */
  call<const E extends Endpoint>(
    endpoint: E,
    fields: Fields,
  ): Promise<{ status: number; retryAfter: string | null; envelope: Envelope<Reply<E>> }>
  /** The bytes behind a signed address. */
  download(url: string): Promise<Buffer>
}

/** @param how `fresh`: a line for each call, where the caller may be later than a server keeps an idle one */
export function connectApi(port: number, { fresh = false } = {}): Api {
  const base = `http://127.0.0.1:${port}`
  let refreshToken = ''
  let renewed: Promise<void> = Promise.resolve()
  const api: Api = {
    token: '',
    logIn: async (username, password) => {
      const pair = await api.get(session.login, { username, password })
      api.token = pair.accessToken
      refreshToken = pair.refreshToken
    },
    renew: () => {
      renewed = api.get(session.refresh, { refreshToken }).then((pair) => {
        api.token = pair.accessToken
        refreshToken = pair.refreshToken
      })
      return renewed
    },
    get: async (endpoint, fields) => {
      const { status, envelope } = await api.call(endpoint, fields)
      if (status !== 200 || envelope.data === null)
        throw new Error(`${endpoint.path}: ${status} ${envelope.message}`)
      return envelope.data
    },
    call: async (endpoint, fields) => {
      const { token } = api
      const answer = await ask(endpoint, fields)
      if (answer.status !== 401 || endpoint.guard !== 'session') return answer
      // The token was renewed while the call was on its way: a browser asks again.
      await renewed
      return api.token === token ? answer : ask(endpoint, fields)
    },
    download: async (url) => {
      const { status, body } = await callHttp(`${base}${url}`, { method: 'GET' })
      if (status !== 200) throw new Error(`a download answered ${status}`)
      return body
    },
  }
  const ask: Api['call'] = async (endpoint, fields) => {
    const isGet = endpoint.method === 'GET'
    const query = isGet ? queryOf(fields) : ''
    const { status, headers, body } = await callHttp(`${base}/api/${endpoint.path}${query}`, {
      method: endpoint.method,
      headers: api.token ? { authorization: `Bearer ${api.token}` } : {},
      ...(isGet ? {} : { body: JSON.stringify(fields) }),
      fresh,
    })
    return {
      status,
      retryAfter: headers['retry-after'] ?? null,
      envelope: JSON.parse(body.toString()) as never,
    }
  }
  return api
}

function queryOf(fields: Fields): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}
