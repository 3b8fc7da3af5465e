import type { SenderWarning } from '@hongyan/contract/reader-fields'
import type { Envelope } from '@hongyan/mime/types'
import type { Mailstore } from '../../../mailstore/mailstore.ts'
import type { StoredMessage } from '../../../mailstore/messages/messages.queries.ts'
import type { Database } from '../../../platform/db/pool.ts'
import type { AccountId } from '../../../platform/ids.ts'
import type { FileReader } from '../../messages/messages.public.ts'
import { looksLikeDomain } from '../../reader/reader.public.ts'
import type { Fact } from './mail-facts.ts'
import { authenticationFacts, fromInside, nameFacts, warningFact } from './sender-facts.ts'

/** What is asked about the author of a mail. */
export interface AuthorOptions {
  database: Database
  mailstore: Mailstore
  /** What the reader says of a mail's sender. */
  senderWarnings(
    reader: FileReader,
    row: StoredMessage,
    mail: { envelope: Envelope; isList: boolean },
  ): Promise<{ warnings: SenderWarning[]; isInside: boolean }>
  /** Domains that the mailbox wrote to, the latest first. */
  partnersOf(accountId: AccountId): Promise<string[]>
}

/** Message-IDs of a thread that are looked up. */
const maxReferences = 50

/** Who wrote a mail, as far as the store, the directory and the mailbox's own history know. */
export async function authorFacts(
  options: AuthorOptions,
  { caller, row }: { caller: FileReader; row: StoredMessage },
  mail: { envelope: Envelope; isList: boolean },
): Promise<Fact[]> {
  const { warnings, isInside } = await options.senderWarnings(caller, row, mail)
  const { name = '', address = '' } = mail.envelope.from[0] ?? {}
  const told = warnings.map((one) => warningFact(one, address))
  if (isInside) return [fromInside(address), ...told]
  const isNew = warnings.some((one) => one.kind === 'first-contact')
  return [
    ...authenticationFacts(row.authentication),
    ...(isNew
      ? await strangerFacts(options, caller, mail.envelope)
      : [{ code: 'known-sender', weight: 'good' as const, evidence: address }]),
    ...nameFacts({ name, address }, mail.envelope.subject),
    ...told,
  ]
}

/**
 * Somebody who never wrote before from there: under a name like a partner's, or in the middle of a conversation that others
 * had, as in hijacked threads.
 */
async function strangerFacts(
  { database, mailstore, partnersOf }: AuthorOptions,
  caller: FileReader,
  { from, references, inReplyTo }: Envelope,
): Promise<Fact[]> {
  const address = from[0]?.address ?? ''
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  const partners = await partnersOf(caller.accountId)
  const like = partners.find((one) => one !== domain && looksLikeDomain(domain, one))
  const ids = [...references, ...(inReplyTo ? [inReplyTo] : [])].slice(-maxReferences)
  const isOurs = ids.length > 0 && (await mailstore.knownIn(database, caller, ids)).size > 0
  return [
    ...(like === undefined
      ? []
      : [
          {
            code: 'partner-lookalike',
            weight: 'dangerous' as const,
            evidence: `${domain} · ${like}`,
          },
        ]),
    ...(isOurs ? [{ code: 'thread-stranger', weight: 'caution' as const, evidence: address }] : []),
  ]
}
