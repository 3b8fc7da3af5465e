import { fail, jsonTemplate, oneOf, smsTarget, text, variable } from './config-values.ts'
import type { SmsConfig } from './features/codes/codes.public.ts'

/** What the environment says about text messages. */
export const smsVariables = {
  HONGYAN_SMS_PROVIDER: variable(
    'json',
    'Who sends text messages: json (whatever takes a POST of JSON), aliyun or tencent (their SendSms, signed as they want it)',
    oneOf('json', 'aliyun', 'tencent'),
  ),
  HONGYAN_SMS_URL: variable(
    '',
    'Where text messages are posted to; log: codes are written to the log, for development; empty: the address of the cloud provider, and with json no codes by phone',
    smsTarget,
  ),
  HONGYAN_SMS_BODY: variable(
    '{"phone":"{phone}","text":"{text}"}',
    'With json: what is posted; {phone}, {code} and {text} are filled in',
    jsonTemplate,
  ),
  HONGYAN_SMS_SECRET: variable(
    '',
    'With json: each request is signed, X-Signature is the hex HMAC-SHA256 of X-Timestamp, a full stop and the body. Else the AccessKey secret (Aliyun) or SecretKey (Tencent)',
    text,
  ),
  HONGYAN_SMS_KEY: variable('', 'AccessKey ID (Aliyun) or SecretId (Tencent)', text),
  HONGYAN_SMS_SIGN: variable('', 'The signature that the cloud provider approved', text),
  HONGYAN_SMS_TEMPLATE: variable(
    '',
    'The template that the cloud provider approved, with one place for the code (at Aliyun its name is code)',
    text,
  ),
  HONGYAN_SMS_NEWS_TEMPLATE: variable(
    '',
    'The approved template for text messages about new mail, with one place for how many (at Aliyun its name is count); without it a cloud provider is not asked for them. With json they need {text}',
    (value) => value,
  ),
  HONGYAN_SMS_APP: variable('', 'Tencent: the application’s SmsSdkAppId', text),
  HONGYAN_SMS_REGION: variable('ap-guangzhou', 'Tencent: the region', (value) => value),
}

type Values = {
  [K in keyof typeof smsVariables]: ReturnType<(typeof smsVariables)[K]['read']>
}

/** @throws ConfigError where a provider is named and something that it asks for is missing */
export function readSms(values: Values): SmsConfig {
  const { HONGYAN_SMS_PROVIDER: provider, HONGYAN_SMS_URL: url } = values
  const common = { url, body: values.HONGYAN_SMS_BODY, secret: values.HONGYAN_SMS_SECRET ?? '' }
  if (provider === 'json' || url === 'log') return { ...common, cloud: null }
  const needed = (name: keyof Values): string => {
    const value = values[name]
    return value === null || value === '' ? fail(name, `is needed with ${provider}`) : value
  }
  return {
    ...common,
    cloud: {
      provider,
      url,
      key: { id: needed('HONGYAN_SMS_KEY'), secret: needed('HONGYAN_SMS_SECRET') },
      signName: needed('HONGYAN_SMS_SIGN'),
      template: needed('HONGYAN_SMS_TEMPLATE'),
      newsTemplate: values.HONGYAN_SMS_NEWS_TEMPLATE,
      app: provider === 'tencent' ? needed('HONGYAN_SMS_APP') : '',
      region: values.HONGYAN_SMS_REGION,
    },
  }
}
