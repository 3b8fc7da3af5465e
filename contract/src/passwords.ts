import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { nothing, ownAddress, text } from './fields.ts'
import { limits } from './limits.ts'

/** Wrong or unfit passwords cost a hash each; nobody types this fast. */
const handRate = { max: 60, perSeconds: 60 }

/** What can come of it when somebody who is signed in gives the password once more. */
export const passwordAgainCodes = [
  'session.password-wrong',
  'login.too-many',
  'login.directory-away',
] as const

/** What can be wrong with a new password. */
export const passwordProblemCodes = [
  'password.length',
  'password.kinds',
  'password.kinds-all',
  'password.chinese',
  'password.account',
  'password.run',
  'password.repeat',
  'password.pinyin',
  'password.weak',
  'password.used-before',
  'password.elsewhere',
] as const

export const passwords = {
  policy: endpoint({
    id: 'X120',
    method: 'GET',
    path: 'user/password/policy',
    summary: 'What a new password of the caller must keep to, and whether it is time for one',
    guard: 'session',
    whileOwing: true,
    query: z.object({ emailAddr: ownAddress }),
    reply: z.object({
      level: z.union([z.literal(1), z.literal(2), z.literal(3)]),
      account: z.string(),
      /** Full pinyin of the name, or the name itself where it is written in Latin letters. */
      names: z.array(z.string()),
      /** So many of the last passwords cannot be taken again. */
      history: z.number(),
      /** The change is owed: nothing else is answered before it (AUTH-35). */
      forced: z.boolean(),
      /** The password is old and the reminder is due (SECURITY-25). */
      remind: z.boolean(),
      changedAt: z.string(),
      /** The organisation's directory knows the password: it is changed there, on `page` where there is one. */
      elsewhere: z.boolean(),
      page: z.string(),
    }),
    errors: [],
  }),
  update: endpoint({
    id: 'E120',
    method: 'POST',
    path: 'user/update/password',
    summary:
      'Change the own password, with the old one; every other login of the account ends at once. Pays a forced change',
    guard: 'session',
    whileOwing: true,
    body: z.object({
      oldPassword: text(200).min(1),
      newPassword: text(200).min(1),
      emailAddr: ownAddress,
    }),
    reply: nothing,
    errors: [
      'password.old-wrong',
      'login.too-many',
      'login.directory-away',
      ...passwordProblemCodes,
    ],
    rate: handRate,
  }),
  prompt: endpoint({
    id: 'E33',
    method: 'POST',
    path: 'user/password/prompt',
    summary: 'Put the reminder to change the password off for so many days; 0: remind again (G27)',
    guard: 'session',
    query: z.object({
      expireDay: z.coerce.number().int().min(0).max(limits.passwordReminderDays),
      emailAddr: ownAddress,
    }),
    reply: nothing,
    errors: [],
  }),
}
