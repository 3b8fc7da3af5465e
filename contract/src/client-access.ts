import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, nothing, text } from './fields.ts'
import { passwordAgainCodes } from './passwords.ts'

/** Protocols by which mail programs are served. */
export const clientProtocols = ['imap', 'pop3', 'smtp'] as const
export type ClientProtocol = (typeof clientProtocols)[number]

/** So many authorisation codes are made within 24 hours (L52). */
export const codesPerDay = 3

/** So long after the own password was given to `stateByUser` the same login makes codes. */
export const provedMinutes = 5

const deviceId = z.string().regex(/^(?:program|browser)-[1-9]\d{0,14}$/)

/** A mail program that came in with the code, or a browser that is signed in. */
const clientDevice = z.object({
  deviceId: z.string(),
  kind: z.enum(['program', 'browser']),
  /** What it says of itself: a browser its user agent; '' where it says nothing. */
  name: z.string(),
  protocols: z.array(z.string()),
  ip: z.string(),
  registeredTime: z.string(),
  lastTime: z.string(),
  /** offline: cut off until it comes again, or not seen for 30 days. unbound: it may not come in. */
  status: z.enum(['registered', 'offline', 'unbound']),
  /** 1: the browser that asks. */
  current: z.number(),
  /** 1: `wipe` leaves nothing of the mail there. */
  canWipe: z.number(),
})
export type ClientDevice = z.infer<typeof clientDevice>

const deviceStatus = z.object({
  deviceId,
  status: z.enum(['registered', 'offline', 'unbound', 'wipe']),
})
export type DeviceStatus = z.infer<typeof deviceStatus>

/** Each makes or ends something; nobody clicks this fast. */
const handRate = { max: 60, perSeconds: 60 }

export const clientAccess = {
  detail: endpoint({
    id: 'E144',
    method: 'GET',
    path: 'user/client/detail',
    summary: 'Whether mail programs may come in, by which protocols, and where',
    guard: 'session',
    reply: z.object({
      /** Mail programs may come in at all. */
      state: z.boolean(),
      /** Letting programs in asks for the login password: not from who has just come from the sign-on provider. */
      asksPassword: z.boolean(),
      /** What they give as user name. */
      account: z.string(),
      protocols: z.array(
        z.object({
          protocol: z.enum(clientProtocols),
          state: z.boolean(),
          host: z.string(),
          /** With STARTTLS; null where nothing listens. */
          port: z.number().nullable(),
          /** TLS from the first byte. */
          tlsPort: z.number().nullable(),
        }),
      ),
      /** There is a code; itself it was shown once. */
      hasPassword: z.boolean(),
      passwordAt: z.string().nullable(),
      /** The last program that came in; null for none. */
      lastUse: clientDevice
        .pick({ name: true, protocols: true, ip: true, lastTime: true })
        .nullable(),
      /** So many codes can still be made within 24 hours. */
      left: z.number(),
      /** When the next one can be made; null while there is one left. */
      nextAt: z.string().nullable(),
    }),
    errors: [],
  }),
  stateByUser: endpoint({
    id: 'E145',
    method: 'POST',
    path: 'user/client/stateByUser',
    summary:
      'Let mail programs in, with the own password once more, which is needed to make a code too; or no longer: those that are in are cut off at once',
    guard: 'session',
    /** `password`: to let them in; '' from who has just come from the sign-on provider. */
    body: z.object({ state: flag, password: text(200).default('') }),
    reply: nothing,
    errors: [...passwordAgainCodes, 'client-access.closed'],
    rate: handRate,
  }),
  protocol: endpoint({
    id: 'E146',
    method: 'POST',
    path: 'user/client/protocol',
    summary: 'Open or close one protocol to mail programs',
    guard: 'session',
    body: z.object({ protocol: z.enum(clientProtocols), state: flag }),
    reply: nothing,
    errors: [],
    rate: handRate,
  }),
  generatePassword: endpoint({
    id: 'E147',
    method: 'GET',
    path: 'user/client/generatePassword',
    summary:
      'Make an authorisation code of 16 letters, shown this once; the one before ends at once. Asks that this login gave the password to `stateByUser` in the last minutes, for a link holds no password',
    guard: 'session',
    reply: z.object({ password: z.string() }),
    errors: [
      'client-access.closed',
      'client-access.off',
      'client-access.unproved',
      'client-access.too-many-codes',
    ],
    rate: handRate,
  }),
  cancelPassword: endpoint({
    id: 'E148',
    method: 'GET',
    path: 'user/client/cancelPassword',
    summary: 'Cancel the authorisation code: programs that are in with it are cut off at once',
    guard: 'session',
    reply: nothing,
    errors: [],
    rate: handRate,
  }),
  devices: endpoint({
    id: 'E149',
    method: 'GET',
    path: 'mail/client/list',
    summary:
      'The own devices: mail programs by what they say of themselves, and browsers that are signed in',
    guard: 'session',
    reply: z.object({ list: z.array(clientDevice) }),
    errors: ['client-access.devices-closed'],
  }),
  updateStatus: endpoint({
    id: 'E150',
    method: 'POST',
    path: 'mail/client/updateStatus',
    summary:
      'Cut a device off (offline), refuse it from now on (unbound), let it in again (registered), or wipe it where it can be; those that are in end at once, in every process',
    guard: 'session',
    body: deviceStatus,
    reply: nothing,
    errors: [
      'client-access.devices-closed',
      'client-access.no-wipe',
      'item.not-found',
      'session.not-found',
    ],
    rate: handRate,
  }),
  removeDevice: endpoint({
    id: 'E151',
    method: 'GET',
    path: 'mail/client/delete',
    summary:
      'Take a device off the list, cut off at once; it comes back when it logs in again with a code that lives',
    guard: 'session',
    query: z.object({ deviceId }),
    reply: nothing,
    errors: ['client-access.devices-closed', 'item.not-found', 'session.not-found'],
    rate: handRate,
  }),
}
