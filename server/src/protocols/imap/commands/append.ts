import type { CopyOutcome } from '../../../mailstore/types.ts'
import { AppError } from '../../../platform/errors.ts'
import { Refusal } from '../answers.ts'
import { type GivenFlags, readFlags } from '../flags.ts'
import { resolveLabels } from '../labels.ts'
import { mailboxOf, readMailboxName } from '../tree.ts'
import { type Scanner, WireError } from '../wire/scanner.ts'
import { readDateTime } from '../wire/writer.ts'
import type { ImapCommand } from './command.ts'

interface Request extends GivenFlags {
  path: string
  at: Date | null
  raw: Buffer
}

/** APPEND (RFC 9051 §6.3.12), answered with the new UID (RFC 4315). */
export const append: ImapCommand = {
  for: 'users',
  run: async (session, scan) => {
    const { path, at, raw, flags, keywords: given } = readRequest(scan)
    const { mailstore, clock } = session.deps
    const { viewer, mailbox } = await mailboxOf(session, path, 'TRYCREATE')
    const { id: folder, uidValidity } = mailbox.folder
    const { keywords, labels } = await resolveLabels(session, given, { makes: true })
    const message = await mailstore.prepare(raw)
    const [outcome] = await mailstore.deliver(message, [
      {
        accountId: viewer.accountId,
        folder,
        // Never in the future, as what is imported: it would stand above all new mail for years.
        receivedAt: at && at < clock.now() ? at : clock.now(),
        ...Object.fromEntries(flags.map((flag) => [flag, true])),
        keywords,
        labels,
      },
    ])
    return { code: `APPENDUID ${uidValidity} ${uidOf(outcome)}` }
  },
}

function uidOf(outcome: CopyOutcome | undefined): number {
  if (outcome?.kind === 'stored') return outcome.uid
  if (outcome?.kind === 'over-quota') throw new AppError('quota.full')
  throw new Refusal('There is no such mailbox', 'TRYCREATE')
}

function readRequest(scan: Scanner): Request {
  scan.space()
  const path = readMailboxName(scan)
  scan.space()
  const given = scan.peek() === '(' ? readFlags(scan) : { flags: [], keywords: [] }
  if (given.flags.length + given.keywords.length > 0 || scan.peek() === ' ') scan.skip(' ')
  const at = scan.peek() === '"' ? readDateTime(scan.string()) : undefined
  if (at === null) throw new WireError('bad date')
  if (at) scan.space()
  const raw = scan.literal()
  scan.end()
  if (raw.length === 0) throw new Refusal('A message is not empty')
  return { path, at: at ?? null, raw, ...given }
}

/** Whether the literal that is announced is the message of an APPEND. @param head the command so far */
export const isMessageOf = (head: string): boolean =>
  /^[^ ]{1,255} APPEND (?:"(?:[^"\\]|\\.)*"|[^ "]+) (?:\([^)]*\) )?(?:"[^"]{1,40}" )?$/i.test(head)
