import { createHmac } from 'node:crypto'
import { slowWork } from '../../platform/db/slow-work.ts'
import { messageOf } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'

/** Where text messages go. */
export interface SmsGateway {
  /** False: none is set up. */
  isOn: boolean
  /** Resolves in any case: what went wrong is in the log, and whoever asked learns nothing by it. */
  send(phone: string, code: string): Promise<void>
}

export interface SmsConfig {
  /** `log`: for development, codes are written to the log. */
  url: string | null
  /** A JSON with `{phone}`, `{code}` and `{text}` in its strings. */
  body: string
  secret: string
}

const timeoutMs = 10_000

/**
 * A gateway that takes a POST of JSON, which nearly all providers have or a few lines make of them. With a secret each
 * request is signed: `X-Signature` is the hex HMAC-SHA256 of `X-Timestamp`, a full stop and the body.
 */
export function createSmsGateway({ url, body, secret }: SmsConfig, log: Log): SmsGateway {
  if (url === null) return { isOn: false, send: async () => undefined }
  if (url === 'log')
    return { isOn: true, send: async (phone, code) => log.warn({ phone, code }, 'text message') }
  return {
    isOn: true,
    send: async (phone, code) => {
      slowWork('the network')
      const text = `验证码 ${code}，5分钟内有效。Your code is ${code}, valid for 5 minutes.`
      const filled = fill(body, { phone, code, text })
      try {
        const answer = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...signed(filled, secret) },
          body: filled,
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
        await answer.body?.cancel()
        if (!answer.ok) log.error({ status: answer.status }, 'the gateway refused a text message')
      } catch (thrown) {
        log.error({ reason: messageOf(thrown) }, 'the gateway could not be reached')
      }
    },
  }
}

/** Fills the places in a JSON template; what is filled in cannot leave its string. */
export const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(phone|code|text)\}/g, (_, name: string) =>
    JSON.stringify(values[name] ?? '').slice(1, -1),
  )

function signed(body: string, secret: string): Record<string, string> {
  if (secret === '') return {}
  const time = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return { 'x-timestamp': time, 'x-signature': signature }
}
