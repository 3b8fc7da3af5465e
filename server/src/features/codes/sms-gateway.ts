import { createHmac } from 'node:crypto'
import type { Language } from '@hongyan/contract/errors'
import type { Clock } from '../../platform/clock.ts'
import { slowWork } from '../../platform/db/slow-work.ts'
import { messageOf } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { type CloudConfig, type CloudRequest, cloudRequest } from './cloud-sms.ts'

/** What a text message says: a code, or that so many mails wait, and nothing of what is in them (SETTINGS-05). */
export type SmsText =
  | { kind: 'code'; code: string }
  | { kind: 'news'; count: number; language: Language }

/** Where text messages go. */
export interface SmsGateway {
  /** False: none is set up. */
  isOn: boolean
  /** It can also tell of new mail. */
  tellsNews: boolean
  /** Resolves in any case: what went wrong is in the log, and whoever asked learns nothing by it. */
  send(phone: string, text: SmsText): Promise<void>
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
  const tellsNews = canTellNews(config)
  if (url === 'log')
    return {
      isOn: true,
      tellsNews,
      send: async (phone, text) => log.warn({ phone, ...text }, 'text message'),
    }
  if (url === null && cloud === null) return { isOn: false, tellsNews, send: async () => undefined }
  const requestOf = (phone: string, text: SmsText): CloudRequest =>
    cloud
      ? cloudRequest(cloud, { phone, at: clock.now(), ...templateOf(cloud, text) })
      : jsonRequest(config, phone, text)
  return {
    isOn: true,
    tellsNews,
    send: async (phone, text) => {
      slowWork('the network')
      const { refusalIn, ...request } = requestOf(phone, text)
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

/** Whether new mail can be told of: a provider needs a template for it, a JSON a place for words. */
export const canTellNews = ({ url, body, cloud }: SmsConfig): boolean =>
  cloud ? cloud.newsTemplate !== '' : url === 'log' || (url !== null && body.includes('{text}'))

const templateOf = (
  { template, newsTemplate }: CloudConfig,
  text: SmsText,
): { template: string; place: Record<string, string> } =>
  text.kind === 'code'
    ? { template, place: { code: text.code } }
    : { template: newsTemplate, place: { count: String(text.count) } }

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

function jsonRequest({ url, body, secret }: SmsConfig, phone: string, said: SmsText): CloudRequest {
  const code = said.kind === 'code' ? said.code : ''
  const filled = fill(body, { phone, code, text: wordsOf(said) })
  const headers = { 'content-type': 'application/json', ...signed(filled, secret) }
  // What it says is its own affair.
  return { url: url ?? '', headers, body: filled, refusalIn: () => null }
}

function wordsOf(said: SmsText): string {
  if (said.kind === 'code')
    return `验证码 ${said.code}，5分钟内有效。Your code is ${said.code}, valid for 5 minutes.`
  const { count, language } = said
  if (language === 'zh') return `您有 ${count} 封新邮件未读，请登录邮箱查看。`
  return count === 1
    ? 'You have a new unread message. Sign in to your mailbox to read it.'
    : `You have ${count} new unread messages. Sign in to your mailbox to read them.`
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
