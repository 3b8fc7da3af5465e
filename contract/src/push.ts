import { z } from 'zod'
import { bulkProgress } from './bulk.ts'
import { person } from './fields.ts'

/**
 * Messages of the push connection `{pushBase}mail/message/{address}` (E173). The access token travels in
 * the WebSocket subprotocol list as `bearer.<token>` beside `hongyan.v1` (G93), never in the URL.
 * `mail`: a new message arrived (fields of specification §7). `mailbox`: counters or rows changed.
 * `todo`: a todo mail is due. `bulk`: how far an action on a whole folder is.
 * `hello`: sent first. `resync`: too much was missed, load everything again.
 */
export const pushMessage = z.discriminatedUnion('optType', [
  z.object({ optType: z.literal('hello'), modseq: z.number() }),
  z.object({
    optType: z.literal('mail'),
    modseq: z.number(),
    mailId: z.number(),
    mailboxId: z.number(),
    mailSubject: z.string(),
    mailFrom: person,
    /** False for copies that are not news to the user (sent mail, drafts, imports). */
    notify: z.boolean(),
  }),
  z.object({
    optType: z.literal('mailbox'),
    modseq: z.number(),
    kind: z.enum([
      'added',
      'flags',
      'moved',
      'removed',
      'folders',
      'submission',
      'todo',
      /** Who answers a mail of a public mailbox, and whose it is. */
      'members',
      /** A mail waits to be approved, or one was decided: counts and lists of approval are asked for anew. */
      'approval',
    ]),
    mailIds: z.array(z.number()),
    folders: z.array(z.object({ folderId: z.number(), mail: z.number(), unread: z.number() })),
    /** The change of a client as it named it (`originHeader`); absent where none was named. */
    origin: z.string().optional(),
  }),
  z.object({
    optType: z.literal('todo'),
    modseq: z.number(),
    pendingId: z.number(),
    mailId: z.number(),
    mailboxId: z.number(),
    mailSubject: z.string(),
    note: z.string(),
    dueTime: z.string(),
  }),
  z.object({ optType: z.literal('resync'), modseq: z.number() }),
  z.object({ optType: z.literal('bulk'), ...bulkProgress.shape }),
])
export type PushMessage = z.infer<typeof pushMessage>

/** First message of the client: the feed position it has, so that it is sent exactly what it missed. */
export const pushHello = z.object({ since: z.number().int().min(0).nullable() })

export const pushProtocol = 'hongyan.v1'

/** With this code the server closes the connection of a login whose screen was locked. */
export const lockedClose = 4423

/** With this one, that of a login which is over, wherever it was ended. */
export const endedClose = 4401
