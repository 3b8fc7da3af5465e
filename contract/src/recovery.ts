import { z } from 'zod'
import { captchaPass } from './captcha.ts'
import { endpoint } from './endpoint.ts'
import { nothing, text } from './fields.ts'
import { passwordProblemCodes } from './passwords.ts'
import { phonePattern } from './phone-number.ts'

const handRate = { max: 60, perSeconds: 60 }

/** A forgotten password. */
export const recovery = {
  recover: endpoint({
    id: 'E17',
    method: 'POST',
    path: 'password/recover',
    summary:
      'Send a code to the phone that is bound to an account. The answer is the same whether there is such an account or not',
    guard: 'public',
    body: z.object({
      emailAddr: z.email().max(320),
      phone: z.string().regex(phonePattern),
      captcha: captchaPass,
    }),
    reply: z.object({ codeId: z.string(), seconds: z.number() }),
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
      codeId: text(60).min(1),
      code: text(40).min(1),
      newPassword: text(200).min(1),
    }),
    reply: nothing,
    errors: ['code.wrong', 'code.too-many', ...passwordProblemCodes],
    rate: handRate,
  }),
}
