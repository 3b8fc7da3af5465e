import type { NewCopy, PreparedMessage, Viewer } from '../../../mailstore/types.ts'
import { AppError } from '../../../platform/errors.ts'
import { Refusal } from '../../shared/refusal.ts'
import type { Done } from '../answers.ts'
import { type GivenFlags, readFlags } from '../flags.ts'
import { resolveLabels } from '../labels.ts'
import { withoutNuls } from '../message/without-nul.ts'
import { loginOf, type Session, selectedOf, viewerOf, writableOf } from '../session.ts'
import { type Mailbox, mailboxOf, readMailboxName } from '../tree.ts'
import { type Scanner, WireError } from '../wire/scanner.ts'
import { writeSequenceSet } from '../wire/sequence-set.ts'
import { readDateTime } from '../wire/writer.ts'
import type { ImapCommand } from './command.ts'

interface Given extends GivenFlags {
  at: Date | null
  raw: Buffer
}

/** APPEND (RFC 9051 §6.3.12), of several all or none (RFC 3502), answered with the new UIDs (RFC 4315). */
export const append: ImapCommand = {
  for: 'users',
  run: async (session, scan) => {
    scan.space()
    const path = readMailboxName(scan)
    const given = [readMessage(scan)]
    while (scan.peek() === ' ') given.push(readMessage(scan))
    scan.end()
    const { viewer, mailbox } = await mailboxOf(session, path, 'TRYCREATE')
    const known = await submitted(session, { viewer, mailbox, given })
    if (known !== null) return appended(mailbox, [known])
    const raws = given.map(({ raw }) => raw)
    return withoutNuls(session, raws, async (clean) => {
      const { mailstore } = session.deps
      const messages: PreparedMessage[] = []
      for (const raw of clean) messages.push(await mailstore.prepare(raw))
      const copies: NewCopy[] = []
      for (const one of given) copies.push(await copyOf(session, mailbox, one))
      const [message] = messages
      if (!message || messages.length > 1) {
        const kept = await mailstore.keepAll(messages)
        const uids = await mailstore.programs.append(viewer, copies, {
          messages: kept,
          replaces: null,
        })
        return appended(mailbox, uids)
      }
      // One alone shares its commit with what others bring at the same time.
      const [outcome] = await mailstore.deliver(message, copies)
      if (outcome?.kind === 'over-quota') throw new AppError('quota.full')
      if (outcome?.kind !== 'stored') throw new Refusal('There is no such mailbox', 'TRYCREATE')
      return appended(mailbox, [outcome.uid])
    })
  },
}

/** REPLACE and UID REPLACE (RFC 8508): a new message comes and an old one goes, or nothing changes. */
export const replacing = (by: 'uid' | 'sequence'): ImapCommand => ({
  for: 'selected',
  run: async (session, scan) => {
    scan.space()
    const number = scan.number()
    if (number === 0) throw new WireError('numbers begin at 1')
    scan.space()
    const path = readMailboxName(scan)
    const given = readMessage(scan)
    scan.end()
    const selected = writableOf(session)
    const [place] = selected.places([[number, number]], by)
    const id = place === undefined ? undefined : selected.idAt(place)
    const { mailstore } = session.deps
    const viewer = await viewerOf(session)
    const isThere = id !== undefined && (await mailstore.visible(viewer, [id])).length > 0
    if (!isThere) throw new Refusal('There is no such message', 'NONEXISTENT')
    const { mailbox } = await mailboxOf(session, path, 'TRYCREATE')
    const uids = await withoutNuls(session, [given.raw], async ([raw = given.raw]) => {
      const messages = await mailstore.keepAll([await mailstore.prepare(raw)])
      const copies = [await copyOf(session, mailbox, given)]
      const replaces = { from: selected.folderId, id }
      return mailstore.programs.append(viewer, copies, { messages, replaces })
    })
    selectedOf(session).touch()
    // RFC 8508 §3.4: before the EXPUNGE, which comes when the command is done.
    session.output.send(`* OK [${appended(mailbox, uids).code}] The new one is there\r\n`)
    return { hasChanged: true }
  },
})

interface Filing {
  viewer: Viewer
  mailbox: Mailbox
  given: readonly Given[]
}

/**
 * What a program files of its own mail is there already: it was submitted a moment ago. What the program says of it holds of
 * the copy that is there. @returns its UID; null for any other mail
 */
async function submitted(
  session: Session,
  { viewer, mailbox: { folder }, given }: Filing,
): Promise<number | null> {
  const [only, ...others] = given
  if (folder.role !== 'sent' || !only || others.length > 0) return null
  const { compose, mailstore } = session.deps
  const copies = await compose.submittedCopies(viewer.accountId, only.raw)
  if (copies.length === 0) return null
  const marks = await resolveLabels(session, only.keywords, { makes: true })
  const filing = { copies, flags: only.flags, ...marks }
  return mailstore.programs.fileCopy({ ...viewer, from: folder.id }, filing)
}

const appended = ({ folder }: Mailbox, uids: readonly number[]): Done => ({
  code: `APPENDUID ${folder.uidValidity} ${writeSequenceSet(uids)}`,
})

async function copyOf(
  session: Session,
  { folder }: Mailbox,
  { at, flags, keywords: given }: Given,
): Promise<NewCopy> {
  const { deps } = session
  const { accountId } = loginOf(session)
  const { keywords, labels } = await resolveLabels(session, given, { makes: true })
  const now = deps.clock.now()
  return {
    accountId,
    folder: folder.id,
    // Never in the future, as what is imported: it would stand above all new mail for years.
    receivedAt: at && at < now ? at : now,
    ...Object.fromEntries(flags.map((flag) => [flag, true])),
    keywords,
    labels,
  }
}

/** ` (\Seen) "date" {literal}` */
function readMessage(scan: Scanner): Given {
  scan.space()
  const given = scan.peek() === '(' ? readFlags(scan) : { flags: [], keywords: [] }
  if (given.flags.length + given.keywords.length > 0 || scan.peek() === ' ') scan.skip(' ')
  const at = scan.peek() === '"' ? readDateTime(scan.string()) : undefined
  if (at === null) throw new WireError('bad date')
  if (at) scan.space()
  // RFC 6855 §4, which later programs leave out: the message may be said to hold UTF-8.
  const isSaid = scan.skip('UTF8 (')
  const raw = scan.literal()
  if (isSaid && !scan.skip(')')) throw new WireError(') expected')
  if (raw.length === 0) throw new Refusal('A message is not empty')
  return { at: at ?? null, raw, ...given }
}
