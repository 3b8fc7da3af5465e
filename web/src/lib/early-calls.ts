import type { CallInput, Endpoint, Reply } from '@hongyan/contract/endpoint'
import { onSessionEnd } from './session-end.ts'

/** An answer that nobody fetched for so long is old: it is asked for again. */
const freshFor = 5_000

const waiting = new Map<string, { answer: Promise<unknown>; at: number }>()
onSessionEnd(() => waiting.clear())

const keyOf = (endpoint: Endpoint, input: object): string =>
  `${endpoint.method} ${endpoint.path} ${JSON.stringify(input)}`

/** Starts a call that a screen will make as soon as its code is there; that screen gets this one's answer. */
export const askEarly = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  ask: (endpoint: E, input: CallInput<E>) => Promise<Reply<E>>,
): void => keepEarly(endpoint, input, ask(endpoint, input))

/** The same where the answer is on its way already, as a part of another one. */
export function keepEarly<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  answer: Promise<Reply<E>>,
): void {
  // Whoever takes it sees the failure; until then it is nobody's.
  answer.catch(() => undefined)
  waiting.set(keyOf(endpoint, input), { answer, at: performance.now() })
}

/** The next such call is answered by one that was started early. */
export const isAskedEarly = <E extends Endpoint>(endpoint: E, input: CallInput<E>): boolean =>
  waiting.has(keyOf(endpoint, input))

/** The answer of a call that was started early, once. */
export function takeEarly<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<Reply<E>> | null {
  if (waiting.size === 0) return null
  const key = keyOf(endpoint, input)
  const found = waiting.get(key)
  waiting.delete(key)
  if (!found || performance.now() - found.at > freshFor) return null
  return found.answer as Promise<Reply<E>>
}
