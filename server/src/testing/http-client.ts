import type { CallInput, Endpoint, Envelope, Reply } from '@hongyan/contract/endpoint'
import { session, type TokenPair } from '@hongyan/contract/session'

/** An answer as it came: status, wire code, and the data when it succeeded. */
export interface Answer<T> {
  status: number
  code: number
  message: string
  error: string | undefined
  data: T
}

/** A browser without a browser: calls endpoints of the contract over real HTTP. */
export interface HttpClient {
  tokens: TokenPair | null
  /** Sent with every call. */
  headers: Record<string, string>
  call<const E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Answer<Reply<E>>>
  /** The data of a call that must succeed. */
  get<const E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Reply<E>>
  logIn(username: string, password: string): Promise<Answer<TokenPair>>
  upload<const E extends Endpoint>(
    endpoint: E,
    file: File,
    fields?: Record<string, string>,
  ): Promise<Answer<Reply<E>>>
  /** One piece of a file, to an endpoint of kind `upload` that says by its query where it belongs. */
  put<const E extends Endpoint>(
    endpoint: E,
    query: Record<string, unknown>,
    bytes: Uint8Array<ArrayBuffer>,
  ): Promise<Answer<Reply<E>>>
}

export function httpClient(baseUrl: string, language = 'zh'): HttpClient {
  const client: HttpClient = {
    tokens: null,
    headers: {},
    call: async (endpoint, input) => {
      const { body } = input as { body?: unknown }
      return send(endpoint, input, body === undefined ? undefined : JSON.stringify(body))
    },
    get: async (endpoint, input) => {
      const answer = await client.call(endpoint, input)
      if (answer.code !== 200)
        throw new Error(`${endpoint.path}: ${answer.status} ${answer.message}`)
      return answer.data
    },
    logIn: async (username, password) => {
      const answer = await client.call(session.login, { body: { username, password } })
      client.tokens = answer.code === 200 ? answer.data : null
      return answer
    },
    upload: (endpoint, file, fields = {}) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      form.append('file', file)
      return send(endpoint, {}, form)
    },
    put: (endpoint, query, bytes) => {
      const form = new FormData()
      form.append('file', new File([bytes], 'chunk'))
      return send(endpoint, { query }, form)
    },
  }

  const send = async <E extends Endpoint>(
    endpoint: E,
    input: object,
    body: string | FormData | undefined,
  ) => {
    const response = await fetch(urlOf(baseUrl, endpoint, input), {
      method: endpoint.method,
      headers: {
        'Accept-Language': language,
        ...client.headers,
        ...(client.tokens ? { Authorization: `Bearer ${client.tokens.accessToken}` } : {}),
        ...(typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body === undefined ? {} : { body }),
    })
    const envelope = (await response.json()) as Envelope<Reply<E>> & { error?: string }
    const { code, message, error, data } = envelope
    return { status: response.status, code, message, error, data }
  }
  return client
}

function urlOf(baseUrl: string, endpoint: Endpoint, input: object): URL {
  const { params = {}, query = {} } = input as {
    params?: Record<string, unknown>
    query?: Record<string, unknown>
  }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const url = new URL(`/api/${path}`, baseUrl)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value))
  return url
}
