import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import type { Log } from '../../platform/log.ts'
import { canTellNews, createSmsGateway, type SmsText } from './sms-gateway.ts'

/** What the provider answers next, and what it was asked. */
let answer = ''
let asked: { url: URL; headers: IncomingMessage['headers']; body: string }[] = []
const provider = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const url = new URL(request.url ?? '', 'http://x')
  asked.push({ url, headers: request.headers, body: Buffer.concat(parts).toString() })
  response.end(answer)
})
let host = ''

beforeAll(async () => {
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  host = `127.0.0.1:${(provider.address() as AddressInfo).port}`
})
afterAll(() => provider.close())

const code: SmsText = { kind: 'code', code: '012345' }

async function send(environment: Record<string, string>, text: SmsText = code) {
  asked = []
  const told: unknown[] = []
  const log = { error: (about: unknown) => told.push(about) } as unknown as Log
  const { sms } = readConfig({
    HONGYAN_SMS_URL: `http://${host}`,
    HONGYAN_SMS_KEY: 'key-id',
    HONGYAN_SMS_SECRET: 'key-secret',
    HONGYAN_SMS_SIGN: '鸿雁',
    HONGYAN_SMS_TEMPLATE: 'SMS_1',
    ...environment,
  })
  const clock = { now: () => new Date('2026-01-02T03:04:05Z') }
  await createSmsGateway(sms, log, clock).send('13800138000', text)
  return { call: asked[0], told }
}

it('AUTH-26 Aliyun is asked for its SendSms; what it refuses with 200 stands in the log', async () => {
  answer = '{"Code":"OK","Message":"OK"}'
  const { call, told } = await send({ HONGYAN_SMS_PROVIDER: 'aliyun' })
  expect(told).toEqual([])
  expect(Object.fromEntries(call?.url.searchParams ?? [])).toEqual({
    PhoneNumbers: '13800138000',
    SignName: '鸿雁',
    TemplateCode: 'SMS_1',
    TemplateParam: '{"code":"012345"}',
  })
  expect(call?.headers).toMatchObject({
    host,
    'x-acs-action': 'SendSms',
    'x-acs-version': '2017-05-25',
    'x-acs-date': '2026-01-02T03:04:05Z',
    authorization: expect.stringContaining(
      'ACS3-HMAC-SHA256 Credential=key-id,SignedHeaders=host;',
    ),
  })
  answer = '{"Code":"isv.BUSINESS_LIMIT_CONTROL","Message":"too often"}'
  const refused = await send({ HONGYAN_SMS_PROVIDER: 'aliyun' })
  expect(refused.told).toEqual([{ status: 200, reason: 'isv.BUSINESS_LIMIT_CONTROL too often' }])
  expect(refused.call?.headers['x-acs-signature-nonce']).not.toBe(
    call?.headers['x-acs-signature-nonce'],
  )
})

it('AUTH-26 Tencent Cloud is asked for its SendSms; what it refuses with 200, and what is no answer, stands in the log', async () => {
  const tencent = { HONGYAN_SMS_PROVIDER: 'tencent', HONGYAN_SMS_APP: '1400006666' }
  answer = '{"Response":{"SendStatusSet":[{"Code":"Ok","Message":"send success"}]}}'
  const { call, told } = await send(tencent)
  expect(told).toEqual([])
  expect(JSON.parse(call?.body ?? '')).toEqual({
    PhoneNumberSet: ['+8613800138000'],
    SmsSdkAppId: '1400006666',
    SignName: '鸿雁',
    TemplateId: 'SMS_1',
    TemplateParamSet: ['012345'],
  })
  expect(call?.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-tc-action': 'SendSms',
    'x-tc-version': '2021-01-11',
    'x-tc-region': 'ap-guangzhou',
    authorization: expect.stringContaining('TC3-HMAC-SHA256 Credential=key-id/2026-01-02/'),
  })
  for (const [said, reason] of [
    ['{"Response":{"Error":{"Code":"AuthFailure","Message":"no"}}}', 'AuthFailure no'],
    ['{"Response":{"SendStatusSet":[{"Code":"LimitExceeded","Message":"x"}]}}', 'LimitExceeded x'],
    ['<html>', 'an answer that says nothing'],
  ] as const) {
    answer = said
    expect((await send(tencent)).told).toEqual([{ status: 200, reason }])
  }
})

it('AUTH-30 a provider without what it asks for is no configuration', () => {
  expect(() => readConfig({ HONGYAN_SMS_PROVIDER: 'tencent', HONGYAN_SMS_KEY: 'x' })).toThrow(
    'HONGYAN_SMS_SECRET is needed with tencent',
  )
  expect(readConfig({}).sms.cloud).toBeNull()
})

it('SETTINGS-05 new mail is told of by a template of its own; without one, or without a place for words, it is not told of at all', async () => {
  const news = { kind: 'news', count: 3, language: 'zh' } as const
  answer = '{"Code":"OK","Message":"OK"}'
  const aliyun = { HONGYAN_SMS_PROVIDER: 'aliyun', HONGYAN_SMS_NEWS_TEMPLATE: 'SMS_2' }
  const { call } = await send(aliyun, news)
  expect(Object.fromEntries(call?.url.searchParams ?? [])).toMatchObject({
    TemplateCode: 'SMS_2',
    TemplateParam: '{"count":"3"}',
  })
  answer = '{"Response":{"SendStatusSet":[{"Code":"Ok","Message":"send success"}]}}'
  const tencent = { ...aliyun, HONGYAN_SMS_PROVIDER: 'tencent', HONGYAN_SMS_APP: '1400006666' }
  expect(JSON.parse((await send(tencent, news)).call?.body ?? '')).toMatchObject({
    TemplateId: 'SMS_2',
    TemplateParamSet: ['3'],
  })
  const tells = (environment: Record<string, string>) =>
    canTellNews(readConfig({ HONGYAN_SMS_URL: 'https://sms.example.test/', ...environment }).sms)
  expect([
    tells({}),
    tells({ HONGYAN_SMS_URL: 'log' }),
    tells({ HONGYAN_SMS_BODY: '{"to":"{phone}","code":"{code}"}' }),
    tells({ HONGYAN_SMS_URL: '' }),
  ]).toEqual([true, true, false, false])
})
