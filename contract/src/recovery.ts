import { z } from 'zod'
import { captchaPass } from './captcha.ts'
import { endpoint } from './endpoint.ts'
import { nothing, text } from './fields.ts'
import { passwordAgainCodes, passwordProblemCodes } from './passwords.ts'
import { phonePattern } from './phone-number.ts'

const handRate = { max: 60, perSeconds: 60 }
const sentReply = z.object({ codeId: z.string(), seconds: z.number() })
const outside = z.email().max(254)
const sent = { codeId: text(60).min(1), code: text(40).min(1) }

/** A forgotten password, and the address outside that a code for it goes to. */
export const recovery = {
  recover: endpoint({
    id: 'E17',
    method: 'POST',
    path: 'password/recover',
    summary:
      'Send a code to the phone that is bound to an account, or, without `phone`, to its recovery address. The answer is the same whether there is such an account or not',
    guard: 'public',
    body: z.object({
      emailAddr: z.email().max(320),
      phone: z.string().regex(phonePattern).optional(),
      captcha: captchaPass,
    }),
    reply: sentReply,
    errors: ['captcha.needed', 'code.too-often', 'phone.no-gateway'],
    rate: handRate,
  }),
  edit: endpoint({
    id: 'E18',
    method: 'POST',
    path: 'password/edit',
    summary: 'A new password by the code that was sent; every login of the account ends',
    guard: 'refresh',
    body: z.object({
      ...sent,
      /** Where the code was sent to. */
      way: z.enum(['phone', 'mail']).default('phone'),
      newPassword: text(200).min(1),
    }),
    reply: nothing,
    errors: ['code.wrong', 'code.too-many', ...passwordProblemCodes],
    rate: handRate,
  }),
  sendCode: endpoint({
    id: 'X161',
    method: 'POST',
    path: 'user/bind/mailCode',
    summary: 'Send a code to an address outside that is going to be the recovery address',
    guard: 'session',
    body: z.object({ address: outside }),
    reply: sentReply,
    errors: ['recovery.inside', 'code.too-often', 'code.too-many'],
    rate: handRate,
  }),
  bind: endpoint({
    id: 'X162',
    method: 'POST',
    path: 'user/bind/mail',
    summary: 'The recovery address, which a code that was sent to it proves',
    guard: 'session',
    body: z.object({ address: outside, ...sent, password: text(200).min(1) }),
    reply: nothing,
    errors: ['recovery.inside', 'code.wrong', 'code.too-many', ...passwordAgainCodes],
    rate: handRate,
  }),
  bound: endpoint({
    id: 'X163',
    method: 'GET',
    path: 'user/bind/mail',
    summary: 'The recovery address, its name hidden; empty for none',
    guard: 'session',
    reply: z.object({ address: z.string() }),
    errors: [],
  }),
  unbind: endpoint({
    id: 'X164',
    method: 'POST',
    path: 'user/bind/unbindMail',
    summary: 'No recovery address any more',
    guard: 'session',
    body: z.object({ password: text(200).min(1) }),
    reply: nothing,
    errors: [...passwordAgainCodes],
    rate: handRate,
  }),
}
