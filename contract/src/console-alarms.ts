import { z } from 'zod'
import { alarmKinds, alarmSettings } from './alarm-fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import { id, nothing } from './fields.ts'

const heads = ['owner', 'admin'] as const

const alarm = z.object({
  id: z.number(),
  kind: z.enum(alarmKinds),
  about: z.string(),
  figure: z.number(),
  since: z.string(),
  /** Null: it goes on. */
  endedAt: z.string().nullable(),
})
export type Alarm = z.output<typeof alarm>

const hold = z.object({
  accountId: z.number(),
  name: z.string(),
  address: z.string(),
  why: z.enum(['mass', 'bounces']),
  figure: z.number(),
  since: z.string(),
})
export type SendingHold = z.output<typeof hold>

/** What goes wrong, who is told of it, and accounts that are held for outgoing mail. */
export const alarmEndpoints = {
  alarms: consoleEndpoint({
    id: 'X530',
    method: 'GET',
    path: 'console/alarms/list',
    summary: 'Alarms, the latest first',
    guard: 'session',
    may: ['owner', 'admin', 'auditor'],
    query: z.object({
      before: id.optional(),
      pageSize: z.coerce.number().int().min(1).max(100).default(50),
    }),
    reply: z.object({ list: z.array(alarm) }),
    errors: ['console.not-allowed'],
  }),
  sendingHolds: consoleEndpoint({
    id: 'X531',
    method: 'GET',
    path: 'console/alarms/holds',
    summary: 'The hundred accounts that are held for outgoing mail last',
    guard: 'session',
    may: heads,
    reply: z.object({ list: z.array(hold) }),
    errors: ['console.not-allowed'],
  }),
  releaseSending: consoleEndpoint({
    id: 'X532',
    method: 'POST',
    path: 'console/alarms/release',
    summary: 'Lets an account send again; what it has sent today counts no more',
    guard: 'session',
    may: heads,
    confirmed: true,
    body: z.object({ accountId: id }),
    reply: nothing,
    errors: ['console.not-allowed', 'console.confirm', 'console.gone'],
  }),
  alarmSettings: consoleEndpoint({
    id: 'X533',
    method: 'GET',
    path: 'console/alarms/settings',
    summary: 'From where on there is an alarm, and who is told',
    guard: 'session',
    may: heads,
    reply: z.object({ settings: alarmSettings, hasSecret: z.boolean() }),
    errors: ['console.not-allowed'],
  }),
  saveAlarmSettings: consoleEndpoint({
    id: 'X534',
    method: 'POST',
    path: 'console/alarms/save',
    summary: 'Changes them',
    guard: 'session',
    may: heads,
    confirmed: true,
    body: alarmSettings,
    reply: nothing,
    errors: ['console.not-allowed', 'console.confirm', 'alarms.webhook', 'console.address'],
  }),
  alarmSecret: consoleEndpoint({
    id: 'X535',
    method: 'POST',
    path: 'console/alarms/secret',
    summary: 'A new secret that signs what the webhook is told, shown once',
    guard: 'session',
    may: heads,
    confirmed: true,
    body: nothing,
    reply: z.object({ secret: z.string() }),
    errors: ['console.not-allowed', 'console.confirm'],
  }),
}
