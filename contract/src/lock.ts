import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { text } from './fields.ts'
import { limits } from './limits.ts'

const bit = z.union([z.literal(0), z.literal(1)])
const lockPassword = text(200)

/** How the lock screen stands (SECURITY-13). */
export const lockStatus = z.object({
  /** 1: the lock screen is in use, by hand and, with `minutes`, by itself. */
  flag: bit,
  /** 1: there is a lock password. */
  haspass: bit,
  /** 1: the screen of this login is locked. */
  locked: bit,
  /** So long without a deed before the screen locks itself; 0: never. */
  minutes: z.number(),
})
export type LockStatus = z.infer<typeof lockStatus>

/** The lock screen (G63-G69): a state of the login, kept by the server. */
export const lock = {
  isOpen: endpoint({
    id: 'E128',
    method: 'GET',
    path: 'mail/main/lockScreen/isOpen',
    summary: 'How the lock screen stands: in use, with a password, locked now',
    guard: 'session',
    member: 'read',
    whileLocked: true,
    reply: lockStatus,
    errors: [],
  }),
  isAutoLock: endpoint({
    id: 'E129',
    method: 'POST',
    path: 'mail/main/lockScreen/isAutoLock',
    summary:
      'Whether it is time to lock: `idle` seconds since the last press move the time of the last deed forward, within a minute; 1 for a locked screen until it is relieved',
    guard: 'session',
    member: 'read',
    whileLocked: true,
    body: z.object({ idle: z.number().int().min(0).max(10_000_000) }),
    reply: z.object({ isAutoLock: bit }),
    errors: [],
  }),
  set: endpoint({
    id: 'E130',
    method: 'POST',
    path: 'mail/main/lockScreen/set',
    summary: 'Set the first lock password, the minutes until the screen locks itself, or its use',
    guard: 'session',
    body: z.object({
      password: lockPassword.optional(),
      minutes: z.literal([...limits.lockMinutes]).optional(),
      flag: bit.optional(),
    }),
    reply: lockStatus,
    errors: ['lock.exists', 'lock.length'],
  }),
  reset: endpoint({
    id: 'E131',
    method: 'POST',
    path: 'mail/main/lockScreen/reset',
    summary:
      "A new lock password, or '' for none any more: needs the password of the login, or '' within ten minutes after a single sign-on",
    guard: 'session',
    body: z.object({ loginPassword: text(200), password: lockPassword }),
    reply: lockStatus,
    errors: ['session.password-wrong', 'login.too-many', 'login.directory-away', 'lock.length'],
  }),
  open: endpoint({
    id: 'E132',
    method: 'POST',
    path: 'mail/main/lockScreen/open',
    summary: 'Lock the screen of this login now',
    guard: 'session',
    member: 'read',
    body: z.object({}),
    reply: lockStatus,
    errors: ['lock.no-password', 'lock.off'],
  }),
  relieve: endpoint({
    id: 'E133',
    method: 'POST',
    path: 'mail/main/lockScreen/relieve',
    summary: 'Unlock the screen with the lock password; the fifth wrong one ends the login',
    guard: 'session',
    member: 'read',
    whileLocked: true,
    body: z.object({ password: lockPassword }),
    reply: lockStatus,
    errors: ['lock.wrong', 'lock.ended', 'lock.too-many'],
  }),
}
