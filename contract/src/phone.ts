import { z } from 'zod'
import { captcha, captchaPass } from './captcha.ts'
import { endpoint } from './endpoint.ts'
import { nothing, text } from './fields.ts'
import { passwordAgainCodes } from './passwords.ts'
import { phonePattern } from './phone-number.ts'
import { enteringCodes, tokenPair } from './session.ts'

const phoneNumber = z.string().regex(phonePattern)
const handRate = { max: 60, perSeconds: 60 }
const sent = { codeId: text(60).min(1), code: text(40).min(1) }

export const phone = {
  sendCode: endpoint({
    id: 'E14',
    method: 'POST',
    path: 'sms/code',
    summary:
      'Send a code to a phone: `login` by its number, `bind` by its number for who is signed in, `second` by the ticket of a login. The answer does not tell whether anybody has that phone',
    guard: 'public',
    knowsCaller: true,
    body: z.discriminatedUnion('purpose', [
      z.object({ purpose: z.literal('login'), phone: phoneNumber, captcha: captchaPass }),
      z.object({ purpose: z.literal('bind'), phone: phoneNumber }),
      z.object({ purpose: z.literal('second'), ticket: text(100).min(1) }),
    ]),
    reply: z.object({ codeId: z.string(), seconds: z.number() }),
    errors: [
      'captcha.needed',
      'code.too-often',
      'code.too-many',
      'session.expired',
      'phone.no-gateway',
    ],
    rate: handRate,
  }),
  logIn: endpoint({
    id: 'E12',
    method: 'POST',
    path: 'mail/apilogin/userLogin',
    summary: 'Sign in with a bound phone and the code that was sent to it',
    guard: 'public',
    body: z.object({ phone: phoneNumber, ...sent }),
    reply: tokenPair,
    errors: [...enteringCodes, 'code.wrong', 'code.too-many'],
    rate: handRate,
  }),
  imageCode: endpoint({
    id: 'E13',
    method: 'POST',
    path: 'mail/apilogin/getSmsImageCode',
    summary: 'The characters to be read before a code is sent to a phone',
    guard: 'public',
    body: z.object({}),
    reply: captcha.ask.reply,
    errors: [],
    rate: handRate,
  }),
  gateway: endpoint({
    id: 'E22',
    method: 'GET',
    path: 'mail/main/sms/smsGatewayStatusQuery',
    summary: 'Whether codes can be sent to phones',
    guard: 'public',
    reply: z.object({ smsGatewayStatus: z.union([z.literal(0), z.literal(1)]) }),
    errors: [],
  }),
  bind: endpoint({
    id: 'E121',
    method: 'POST',
    path: 'user/bind/phone',
    summary: 'Bind a phone, which a code that was sent to it proves',
    guard: 'session',
    body: z.object({ phone: phoneNumber, ...sent, password: text(200).min(1) }),
    reply: nothing,
    errors: ['code.wrong', 'code.too-many', ...passwordAgainCodes, 'phone.taken'],
    rate: handRate,
  }),
  bound: endpoint({
    id: 'E122',
    method: 'GET',
    path: 'user/bind/phone',
    summary: 'The bound phone, its middle hidden; empty for none',
    guard: 'session',
    reply: z.object({ phone: z.string() }),
    errors: [],
  }),
  unbind: endpoint({
    id: 'E123',
    method: 'POST',
    path: 'user/bind/unbindPhone',
    summary: 'No phone any more; no login asks for it then',
    guard: 'session',
    body: z.object({ password: text(200).min(1) }),
    reply: nothing,
    errors: [...passwordAgainCodes],
    rate: handRate,
  }),
}
