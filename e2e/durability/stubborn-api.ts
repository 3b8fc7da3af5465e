import { setTimeout as delay } from 'node:timers/promises'
import type { Endpoint, Reply } from '@hongyan/contract/endpoint'
import { connectApi } from './api.ts'
import { password } from './product.ts'

/** What a call came to: the data, or the code of a refusal that no repeating helps against. */
export type Answer<T> = { ok: true; data: T } | { ok: false; code: number }

/** A client that repeats a call, in the same words, until the server has answered it: however often that is killed. */
export interface StubbornApi {
  call<const E extends Endpoint>(
    endpoint: E,
    fields: Record<string, unknown>,
  ): Promise<Answer<Reply<E>>>
  get<const E extends Endpoint>(endpoint: E, fields: Record<string, unknown>): Promise<Reply<E>>
}

/** @param portOf where the server listens now; null while there is none */
export function stubbornApi(person: string, portOf: () => number | null): StubbornApi {
  let token = ''
  const attempt = async <E extends Endpoint>(endpoint: E, fields: Record<string, unknown>) => {
    const port = portOf()
    if (port === null) return null
    const api = connectApi(port)
    api.token = token
    try {
      if (token === '') {
        await api.logIn(person, password)
        token = api.token
      }
      const answer = await api.call(endpoint, fields)
      if (answer.status === 401) token = ''
      return mayHelp(answer.status) ? null : answer
    } catch {
      // The server died over it: whether it was done is not known.
      return null
    }
  }
  const call: StubbornApi['call'] = async (endpoint, fields) => {
    for (;;) {
      const answer = await attempt(endpoint, fields)
      if (answer?.status === 200) return { ok: true, data: answer.envelope.data }
      if (answer) return { ok: false, code: answer.envelope.code }
      await delay(20)
    }
  }
  return {
    call,
    get: async (endpoint, fields) => {
      const answer = await call(endpoint, fields)
      if (!answer.ok) throw new Error(`${endpoint.path} was refused: ${answer.code}`)
      return answer.data
    },
  }
}

const mayHelp = (status: number): boolean => status === 401 || status === 429 || status >= 500
