import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, id, nothing, ownAddress } from './fields.ts'
import { limits } from './limits.ts'

/** Why a mail of a file was not brought in: `file` is a file that cannot be read to its end. */
export const importTrouble = z.enum(['not-mail', 'too-large', 'quota', 'file', 'folder'])
export type ImportTrouble = z.infer<typeof importTrouble>

/** How far an import is. `imported` + `skipped` + `failed` = `looked`. */
export const importProgress = z.object({
  jobId: z.number(),
  mailboxId: z.number(),
  state: z.enum(['running', 'done', 'stopped']),
  /** Mails found so far; more may come while files are on their way. */
  total: z.number(),
  looked: z.number(),
  imported: z.number(),
  /** Left out because a mail with their Message-ID is there already. */
  skipped: z.number(),
  failed: z.number(),
  /** The first of those that failed, by the name of their file or their place in it. */
  failures: z.array(z.object({ name: z.string(), reason: importTrouble })),
})
export type ImportProgress = z.infer<typeof importProgress>

/**
 * Mail from files. Each file is one call (the first one makes the import, the others name it); its mails are kept as they
 * come, and a job puts them into the folder. `finish` says that no further file comes.
 */
export const imports = {
  receive: endpoint({
    id: 'N5',
    method: 'POST',
    path: 'mail/email/import',
    summary:
      'Bring in the mails of one file (multipart field `file`): .eml, .mbox, or a .zip of such files',
    guard: 'session',
    member: 'full',
    kind: 'upload',
    bodyLimit: limits.importFile + 64 * 1024,
    query: z.object({
      mailboxId: id,
      /** The import that further files belong to. */
      jobId: id.optional(),
      /** Leave out mails whose Message-ID is there already; taken from the first file. */
      skipDuplicates: flag.default(true),
      emailAddr: ownAddress,
    }),
    reply: importProgress,
    errors: [
      'folder.not-found',
      'folder.locked',
      'mail.bad-target',
      'trash.emptying',
      'item.not-found',
      'request.invalid',
      'address.not-yours',
    ],
    rate: { max: 2_000, perSeconds: 60 },
  }),
  finish: endpoint({
    id: 'X90',
    method: 'POST',
    path: 'mail/email/import/finish',
    summary: 'Say that no further file comes',
    guard: 'session',
    member: 'full',
    body: z.object({ jobId: id, emailAddr: ownAddress }),
    reply: importProgress,
    errors: ['item.not-found', 'address.not-yours'],
  }),
  state: endpoint({
    id: 'X115',
    method: 'GET',
    path: 'mail/email/import/state',
    summary: 'Imports that run, or the one named',
    guard: 'session',
    member: 'full',
    query: z.object({ jobId: id.optional(), emailAddr: ownAddress }),
    reply: z.object({ list: z.array(importProgress) }),
    errors: ['address.not-yours'],
  }),
  stop: endpoint({
    id: 'X116',
    method: 'POST',
    path: 'mail/email/import/stop',
    summary: 'Stop one: what was brought in stays',
    guard: 'session',
    member: 'full',
    body: z.object({ jobId: id, emailAddr: ownAddress }),
    reply: nothing,
    errors: ['item.not-found', 'address.not-yours'],
  }),
}
