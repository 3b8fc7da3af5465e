import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, nothing, ownAddress, text } from './fields.ts'

/** Where a migration stands (specification §4). */
export const migrationStates = [
  'dispatching',
  'inProgress',
  'completed',
  'paused',
  'cancelled',
  'failed',
] as const
export type MigrationState = (typeof migrationStates)[number]

/** Why a migration stopped or waits. */
export const migrationReasons = [
  'login',
  'unreachable',
  'no-tls',
  'closed-address',
  'line',
  'quota',
] as const
export type MigrationReason = (typeof migrationReasons)[number]

/** How the other mailbox is reached. */
const server = {
  protocol: z.enum(['imap', 'pop3']),
  host: text(253),
  port: z.number().int().min(1).max(65_535),
  security: z.enum(['tls', 'starttls']),
}
const sourceServer = z.object(server)
export type SourceServer = z.infer<typeof sourceServer>

const day = z.iso.date()

const source = {
  /** The address of the other mailbox. */
  address: text(320).min(1),
  /** What it is signed in with; '' for the address. */
  userName: text(320).default(''),
  password: text(256).min(1),
  server: sourceServer,
  emailAddr: ownAddress,
}

const migration = z.object({
  migrationId: z.number(),
  address: z.string(),
  server: sourceServer,
  range: z.enum(['all', 'time']),
  since: z.string().nullable(),
  until: z.string().nullable(),
  status: z.enum(migrationStates),
  reason: z.enum(migrationReasons).nullable(),
  /** Messages found in the folders that are listed; null before they were counted. */
  total: z.number().nullable(),
  imported: z.number(),
  /** Not brought in because they are here already, or outside of the range. */
  skipped: z.number(),
  failed: z.number(),
  createdTime: z.string(),
  updatedTime: z.string(),
})
export type Migration = z.infer<typeof migration>

/** Each of them signs in at a stranger's server. */
const sourceRate = { max: 20, perSeconds: 60 }
const sourceErrors = [
  'migration.login',
  'migration.unreachable',
  'migration.no-tls',
  'migration.closed-address',
  'address.not-yours',
] as const

/** Mail from another mailbox by IMAP or POP3 (MIGRATION). */
export const migrations = {
  code: endpoint({
    id: 'E21',
    method: 'GET',
    path: 'mail/mailMig/getCode',
    summary: 'The provider of an address by its code, and how its mailboxes are reached',
    guard: 'session',
    query: z.object({ address: text(320) }),
    reply: z.object({
      /** `other` where the provider is not known. */
      code: z.string(),
      server: sourceServer.nullable(),
      /** 1: a password of its own for programs is needed there. */
      needsAppPassword: z.number(),
    }),
    errors: [],
    rate: { max: 120, perSeconds: 60 },
  }),
  preview: endpoint({
    id: 'X310',
    method: 'POST',
    path: 'mail/mailMig/preview',
    summary:
      'Signs in there and says what would come: each folder, its messages, where they would go',
    guard: 'session',
    body: z.object(source),
    reply: z.object({
      folders: z.array(
        z.object({ name: z.string(), target: z.string(), role: z.string(), total: z.number() }),
      ),
      total: z.number(),
    }),
    errors: sourceErrors,
    rate: sourceRate,
  }),
  save: endpoint({
    id: 'E160',
    method: 'POST',
    path: 'mail/mailMig/save',
    summary: 'Begin to bring in the mail of another mailbox, once it was signed in there',
    guard: 'session',
    body: z.object({
      ...source,
      range: z.enum(['all', 'time']).optional(),
      /** Days in the range, both included. */
      since: day.optional(),
      until: day.optional(),
    }),
    reply: migration,
    errors: [...sourceErrors, 'migration.no-range', 'migration.bad-range', 'migration.running'],
    rate: sourceRate,
  }),
  list: endpoint({
    id: 'E161',
    method: 'GET',
    path: 'mail/mailMig/get',
    summary: 'The newest migrations, without their passwords',
    guard: 'session',
    query: z.object({ emailAddr: ownAddress }),
    reply: z.object({ list: z.array(migration) }),
    errors: ['address.not-yours'],
  }),
  update: endpoint({
    id: 'E162',
    method: 'POST',
    path: 'mail/mailMig/update',
    summary:
      'Pause, resume or cancel one; resume takes another password where the old one is refused',
    guard: 'session',
    body: z.object({
      migrationId: id,
      action: z.enum(['pause', 'resume', 'cancel']),
      password: text(256).optional(),
      emailAddr: ownAddress,
    }),
    reply: migration,
    errors: ['item.not-found', 'migration.not-now', 'migration.running', 'address.not-yours'],
  }),
  file: endpoint({
    id: 'E163',
    method: 'GET',
    path: 'mail/mailMig/getFile',
    summary: 'The result as CSV: a row for each message that was not brought in, and why',
    guard: 'session',
    kind: 'binary',
    query: z.object({
      migrationId: id,
      language: z.enum(['zh', 'en']).default('zh'),
      emailAddr: ownAddress,
    }),
    reply: nothing,
    errors: ['item.not-found', 'address.not-yours'],
  }),
}
