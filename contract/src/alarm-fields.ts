import { z } from 'zod'
import { text } from './fields.ts'

const many = z.number().int().min(1).max(10_000_000)

/** What administrators are told of and from where on; null: never. And how much one person may send. */
export const alarmSettings = z.object({
  mailTo: z.array(text(320).trim().min(3)).max(20).default([]),
  webhook: text(1_000).trim().default(''),
  /** Recipients that wait, and for how long the oldest of them has (minutes). */
  queueLong: many.nullable().default(1_000),
  queueOldMinutes: many.nullable().default(240),
  /** Room that is left on the disk of the data folder, in per cent. */
  diskFreePercent: z.number().min(1).max(90).nullable().default(10),
  /** What the database takes for the shortest question (ms). */
  databaseMs: many.nullable().default(500),
  /** Days until the certificate of the listeners is over. */
  certificateDays: z.number().int().min(1).max(90).nullable().default(14),
  /** Bounces of an hour, of all people. */
  bouncesPerHour: many.nullable().default(200),
  /** Unanswered questions to Rspamd or ClamAV in a minute. */
  scannerUnanswered: many.nullable().default(5),
  /** Of one account in an hour: wrong passwords, and networks from which somebody came in. */
  wrongPasswordsPerHour: many.nullable().default(50),
  networksPerHour: many.nullable().default(10),
  /** Recipients that one person may write to in a minute: more is refused. */
  perMinute: many.nullable().default(1_000),
  /** In a day: then the account is held for outgoing mail. */
  perDay: many.nullable().default(10_000),
  /** Bounces of one account in an hour: the same. */
  ownBouncesPerHour: many.nullable().default(100),
})
export type AlarmSettings = z.output<typeof alarmSettings>

export const alarmKinds = [
  'queue-long',
  'queue-old',
  'disk',
  'database',
  'certificate',
  'bounces',
  'scanner',
  'guesses',
  'networks',
  'held',
  'export',
  'four-eyes',
] as const
export type AlarmKind = (typeof alarmKinds)[number]
