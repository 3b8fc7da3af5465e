import { createHmac } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import { slowWork } from '../../platform/db/slow-work.ts'
import { messageOf } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { type CloudConfig, type CloudRequest, cloudRequest } from './cloud-sms.ts'

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
  /** A cloud provider that is called itself, with its own signature; null: whatever takes our JSON. */
  cloud: CloudConfig | null
}

const timeoutMs = 10_000

/** No answer of a gateway is longer; of one that is, the start is read. */
const longestAnswer = 20_000

/**
 * A cloud provider by its own signature, or a gateway that takes a POST of JSON, which nearly all others have or a few lines
 * make of them. With a secret each such request is signed: `X-Signature` is the hex HMAC-SHA256 of `X-Timestamp`, a full stop
 * and the body.
 */
export function createSmsGateway(
  config: SmsConfig,
  log: Log,
  clock: Pick<Clock, 'now'>,
): SmsGateway {
  const { url, cloud } = config
  if (url === 'log')
    return { isOn: true, send: async (phone, code) => log.warn({ phone, code }, 'text message') }
  if (url === null && cloud === null) return { isOn: false, send: async () => undefined }
  const requestOf = (phone: string, code: string): CloudRequest =>
    cloud
      ? cloudRequest(cloud, { phone, code, at: clock.now() })
      : jsonRequest(config, { phone, code })
  return {
    isOn: true,
    send: async (phone, code) => {
      slowWork('the network')
      const { refusalIn, ...request } = requestOf(phone, code)
      try {
        const answer = await fetch(request.url, {
          method: 'POST',
          headers: request.headers,
          body: request.body,
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
        const reason = refusalIn(await startOf(answer))
        if (!answer.ok || reason !== null)
          log.error({ status: answer.status, reason }, 'the gateway refused a text message')
      } catch (thrown) {
        log.error({ reason: messageOf(thrown) }, 'the gateway could not be reached')
      }
    },
  }
}

async function startOf({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    parts.push(part)
    length += part.length
    if (length >= longestAnswer) break
  }
  return Buffer.concat(parts).toString().slice(0, longestAnswer)
}

function jsonRequest(
  { url, body, secret }: SmsConfig,
  { phone, code }: { phone: string; code: string },
): CloudRequest {
  const text = `验证码 ${code}，5分钟内有效。Your code is ${code}, valid for 5 minutes.`
  const filled = fill(body, { phone, code, text })
  const headers = { 'content-type': 'application/json', ...signed(filled, secret) }
  // What it says is its own affair.
  return { url: url ?? '', headers, body: filled, refusalIn: () => null }
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
