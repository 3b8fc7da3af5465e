import { randomUUID } from 'node:crypto'
import { aliyunHeaders, type CloudKey, canonicalQuery, tencentHeaders } from './cloud-signatures.ts'

/** What a provider has to know of us; the text itself is a template there, with the code as its one place. */
export interface CloudConfig {
  provider: 'aliyun' | 'tencent'
  /** Where else than at the provider's own address, as behind a proxy. */
  url: string | null
  key: CloudKey
  signName: string
  template: string
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

/** The call that sends a code by a provider's template. */
export const cloudRequest = (
  config: CloudConfig,
  { phone, code, at }: { phone: string; code: string; at: Date },
): CloudRequest =>
  config.provider === 'aliyun'
    ? aliyunRequest(config, { phone, code, at })
    : tencentRequest(config, { phone, code, at })

type Text = { phone: string; code: string; at: Date }

/** Aliyun's SendSms of 2017-05-25: all of it are parameters of the address. */
function aliyunRequest(config: CloudConfig, { phone, code, at }: Text): CloudRequest {
  const url = new URL(config.url ?? 'https://dysmsapi.aliyuncs.com/')
  const query = {
    PhoneNumbers: phone,
    SignName: config.signName,
    TemplateCode: config.template,
    TemplateParam: JSON.stringify({ code }),
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
function tencentRequest(config: CloudConfig, { phone, code, at }: Text): CloudRequest {
  const url = new URL(config.url ?? 'https://sms.tencentcloudapi.com/')
  const body = JSON.stringify({
    PhoneNumberSet: [`${country}${phone}`],
    SmsSdkAppId: config.app,
    SignName: config.signName,
    TemplateId: config.template,
    TemplateParamSet: [code],
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
