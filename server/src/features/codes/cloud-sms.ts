import { randomUUID } from 'node:crypto'
import { aliyunHeaders, type CloudKey, canonicalQuery, tencentHeaders } from './cloud-signatures.ts'

/** What a provider has to know of us; the text itself is a template there, with the code or the number of mails as its one place. */
export interface CloudConfig {
  provider: 'aliyun' | 'tencent'
  /** Where else than at the provider's own address, as behind a proxy. */
  url: string | null
  key: CloudKey
  signName: string
  template: string
  /** For new mail; '' where none was approved. */
  newsTemplate: string
  /** Tencent Cloud alone: the application, and the region it is in. */
  app: string
  region: string
}

export interface CloudRequest {
  url: string
  headers: Record<string, string>
  body: string
  /** Why a text message was refused; null: it was taken. Both providers say so in a body with status 200. */
  refusalIn(body: string): string | null
}

/** Numbers are of the mainland (`phonePattern`). */
const country = '+86'

interface Text {
  phone: string
  template: string
  /** What stands in the template's one place, by the name that it has there. */
  place: Record<string, string>
  at: Date
}

/** The call that sends a provider's template to a phone. */
export const cloudRequest = (config: CloudConfig, text: Text): CloudRequest =>
  config.provider === 'aliyun' ? aliyunRequest(config, text) : tencentRequest(config, text)

/** Aliyun's SendSms of 2017-05-25: all of it are parameters of the address. */
function aliyunRequest(config: CloudConfig, { phone, template, place, at }: Text): CloudRequest {
  const url = new URL(config.url ?? 'https://dysmsapi.aliyuncs.com/')
  const query = {
    PhoneNumbers: phone,
    SignName: config.signName,
    TemplateCode: template,
    TemplateParam: JSON.stringify(place),
  }
  const call = {
    host: url.host,
    action: 'SendSms',
    version: '2017-05-25',
    query,
    body: '',
    at,
  }
  return {
    url: `${url.origin}/?${canonicalQuery(query)}`,
    headers: withoutHost(aliyunHeaders(call, config.key, randomUUID())),
    body: '',
    refusalIn: (body) => {
      const { Code: answer, Message: why } = read(body)
      return answer === 'OK' ? null : `${String(answer)} ${String(why)}`
    },
  }
}

/** Tencent Cloud's SendSms of 2021-01-11. */
function tencentRequest(config: CloudConfig, { phone, template, place, at }: Text): CloudRequest {
  const url = new URL(config.url ?? 'https://sms.tencentcloudapi.com/')
  const body = JSON.stringify({
    PhoneNumberSet: [`${country}${phone}`],
    SmsSdkAppId: config.app,
    SignName: config.signName,
    TemplateId: template,
    TemplateParamSet: Object.values(place),
  })
  const call = {
    host: url.host,
    action: 'SendSms',
    version: '2021-01-11',
    query: {},
    body,
    at,
  }
  return {
    url: `${url.origin}/`,
    headers: withoutHost(tencentHeaders(call, config.key, config.region)),
    body,
    refusalIn: (answered) => {
      const { Response: response } = read(answered) as { Response?: TencentAnswer }
      const refused = response?.Error ?? response?.SendStatusSet?.find(({ Code }) => Code !== 'Ok')
      if (refused) return `${refused.Code} ${refused.Message}`
      return response?.SendStatusSet ? null : 'an answer that says nothing'
    },
  }
}

/** The connection says it itself, in the same words. */
const withoutHost = ({ host: _, ...headers }: Record<string, string>): Record<string, string> =>
  headers

interface TencentAnswer {
  Error?: { Code: string; Message: string }
  SendStatusSet?: { Code: string; Message: string }[]
}

function read(body: string): Record<string, unknown> {
  try {
    return JSON.parse(body) as Record<string, unknown>
  } catch {
    return {}
  }
}
