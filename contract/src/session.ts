import { z } from 'zod'
import { captchaPass } from './captcha.ts'
import { endpoint, memberLevels } from './endpoint.ts'
import { id, nothing, text } from './fields.ts'

/**
 * Access and refresh token (opaque, 256 bit). `expiresIn`: seconds the access token lives.
 * `secondVerified` and `forceChangePwd` are part of the specification's answer.
 */
export const tokenPair = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  expiresIn: z.number(),
  secondVerified: z.boolean(),
  forceChangePwd: z.boolean(),
  /** With `secondVerified` only: both tokens are empty, and the ticket is good for the second step alone (AUTH-10). */
  second: z
    .object({
      ticket: z.string(),
      ways: z.array(z.enum(['passkey', 'sms', 'totp', 'recovery'])),
      /** The bound phone, its middle hidden. */
      phone: z.string(),
    })
    .optional(),
  /** The right to be in the other mailbox is over: the pair is of the own one (a renewal alone says so). */
  returned: z.literal(true).optional(),
})
export type TokenPair = z.infer<typeof tokenPair>

/** What may stand between a right proof and its tokens, whatever was proved. */
export const enteringCodes = [
  'login.mailbox-over',
  'login.directory-gone',
  'login.directory-away',
] as const

export const userInfo = z.object({
  userName: z.string(),
  companyName: z.string(),
  partTimeDeptName: z.string(),
  phone: z.string(),
  emailAddr: z.string(),
  account: z.string(),
  deptName: z.string(),
  deptId: z.number().nullable(),
  isAdmin: z.union([z.literal(0), z.literal(1)]),
  gender: z.number(),
  duties: z.string(),
  associatedAccount: z.record(z.string(), z.string()),
  /** 2: a public mailbox. */
  accountType: z.number(),
  avatar: z.string(),
  /** Who works here, in a mailbox that is not the own one, and what this person may; null in the own one. */
  member: z
    .object({ userName: z.string(), emailAddr: z.string(), level: z.enum(memberLevels) })
    .nullable(),
})
export type UserInfo = z.infer<typeof userInfo>

/** One login that lives. */
export const ownLogin = z.object({
  sessionId: z.number(),
  /** 1: the one that asks. */
  current: z.union([z.literal(0), z.literal(1)]),
  /** What the program says of itself, and the address it came from. */
  client: z.string(),
  ip: z.string(),
  createdTime: z.string(),
  lastUsedTime: z.string(),
  /** 1: its screen is locked. */
  locked: z.union([z.literal(0), z.literal(1)]),
})
export type OwnLogin = z.infer<typeof ownLogin>

/** An office of many people behind one address comes at nine o'clock: wrong passwords have brakes of their own. */
const officeRate = { max: 6_000, perSeconds: 60 }

export const session = {
  login: endpoint({
    id: 'E8',
    method: 'POST',
    path: 'oauth/token',
    summary:
      'Sign in with an address (or its local part when the organisation has one domain) and password',
    guard: 'public',
    body: z.object({
      username: text(320).min(1),
      password: text(200).min(1),
      captcha: captchaPass,
    }),
    reply: tokenPair,
    errors: [...enteringCodes, 'login.failed', 'login.too-many', 'captcha.needed'],
    rate: officeRate,
  }),
  refresh: endpoint({
    id: 'E11',
    method: 'POST',
    path: 'verify/token',
    summary:
      'Exchange a refresh token, once, for a new pair; using one twice ends the whole login, and a locked screen gets none; in a mailbox that is not yours any more the pair leads back to your own',
    guard: 'refresh',
    body: z.object({ refreshToken: text(200).min(1) }),
    reply: tokenPair,
    errors: ['session.expired', 'session.locked'],
    rate: officeRate,
  }),
  logout: endpoint({
    id: 'E9',
    method: 'GET',
    path: 'oauth/logout',
    summary: 'End this login: both tokens stop working at once and its push connections close',
    guard: 'session',
    member: 'read',
    whileOwing: true,
    whileLocked: true,
    reply: nothing,
    errors: [],
  }),
  userInfo: endpoint({
    id: 'E23',
    method: 'GET',
    path: 'user/info',
    summary: 'Who is signed in',
    guard: 'session',
    member: 'read',
    whileOwing: true,
    reply: userInfo,
    errors: [],
  }),
  domains: endpoint({
    id: 'E19',
    method: 'GET',
    path: 'mail/main/domain/queryAll',
    summary: 'Domains of the organisation, for the login form',
    guard: 'public',
    reply: z.object({ domains: z.array(z.string()) }),
    errors: [],
  }),
  logins: endpoint({
    id: 'X130',
    method: 'GET',
    path: 'user/session/list',
    summary:
      'Own logins that live, the one that asks first, then by last use: program, place, last use',
    guard: 'session',
    reply: z.object({ list: z.array(ownLogin) }),
    errors: [],
  }),
  endLogin: endpoint({
    id: 'X131',
    method: 'POST',
    path: 'user/session/end',
    summary: 'End one of the own logins, at once and in every process',
    guard: 'session',
    body: z.object({ sessionId: id }),
    reply: nothing,
    errors: ['session.not-found'],
  }),
  endOthers: endpoint({
    id: 'X132',
    method: 'POST',
    path: 'user/session/endOthers',
    summary: 'End every own login but this one',
    guard: 'session',
    body: z.object({}),
    reply: z.object({ count: z.number() }),
    errors: [],
  }),
}
