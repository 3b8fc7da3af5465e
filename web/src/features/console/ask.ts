import { consoleContract } from '@hongyan/contract/console'
import type { CallInput, Endpoint, Reply } from '@hongyan/contract/endpoint'
import { ApiError, failedText, lockedCode, offlineError } from '../../lib/api-error.ts'
import { readAnswer } from '../../lib/foreign-text.ts'
import { translate } from '../../lib/i18n.ts'
import { currentLanguage } from '../../lib/language.ts'
import { keepToken, useConsole } from './console-state.ts'

/** Of `request.invalid`. */
const invalidCode = 400001
/** Of `console.confirm`. */
export const confirmCode = 403122

/**
 * One call of the console, by its own token. What wants the password again asks for it and goes on; without it the call
 * ends as refused. @throws ApiError
 */
export async function ask<const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<Reply<E>> {
  try {
    return await send(endpoint, input)
  } catch (error) {
    const wantsPassword = error instanceof ApiError && error.code === confirmCode
    if (!wantsPassword || !(await passwordGiven())) throw error
    return send(endpoint, input)
  }
}

/** A file that the console answers. @throws ApiError */
export async function askFile<const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<Blob> {
  try {
    return await (await sent(endpoint, input)).blob()
  } catch (error) {
    const wantsPassword = error instanceof ApiError && error.code === confirmCode
    if (!wantsPassword || !(await passwordGiven())) throw error
    return (await sent(endpoint, input)).blob()
  }
}

const passwordGiven = (): Promise<boolean> =>
  new Promise((resolve) => {
    useConsole.setState({
      asking: (given) => {
        useConsole.setState({ asking: null })
        resolve(given)
      },
    })
  })

async function send<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Reply<E>> {
  const answer = await sent(endpoint, input)
  const said = saidIn<Reply<E>>(await answer.text())
  if (said) return said.data
  throw refusalOf(answer.status, said)
}

/** An answer that is no refusal. @throws ApiError */
async function sent<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Response> {
  const { query, body } = input as { query?: object; body?: unknown }
  const answer = await fetch(`/api/${endpoint.path}?${asked(query)}`, {
    method: endpoint.method,
    headers: headersFor(body !== undefined),
    body: body === undefined ? null : JSON.stringify(body),
    cache: 'no-store',
    credentials: 'same-origin',
  }).catch(() => {
    throw offlineError()
  })
  if (answer.ok) return answer
  const refused = refusalOf(answer.status, saidIn<unknown>(await answer.text()))
  // Whoever lost the role is out as well: the next page would say no to everything.
  if (refused.kind === 'expired' || endpoint.path === consoleContract.me.path) keepToken('')
  throw refused
}

interface Said<T> {
  code: number
  message: string
  data: T
}

function saidIn<T>(json: string): Said<T> | null {
  try {
    return readAnswer(json) as Said<T>
  } catch {
    // A gateway's own page.
    return null
  }
}

function asked(query: object = {}): URLSearchParams {
  const all = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') all.set(name, String(value))
  return all
}

function headersFor(hasBody: boolean): Record<string, string> {
  const { token } = useConsole.getState()
  return {
    accept: 'application/json',
    'accept-language': currentLanguage(),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(hasBody && { 'content-type': 'application/json' }),
  }
}

function refusalOf(status: number, said: Said<unknown> | null): ApiError {
  const code = said?.code ?? status
  const isOver = status === 401 || code === lockedCode
  // What the door says of the shape of a call is for programs.
  const text = code === invalidCode ? translate('console:invalid') : said?.message
  return new ApiError({
    status,
    code,
    kind: isOver ? 'expired' : status >= 500 ? 'failed' : 'refused',
    message: text || failedText(),
  })
}
