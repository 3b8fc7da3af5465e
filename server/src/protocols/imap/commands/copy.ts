import type { FolderId } from '../../../platform/ids.ts'
import { type Done, Refusal } from '../answers.ts'
import { inPieces } from '../pieces.ts'
import { type Session, selectedOf, writableOf } from '../session.ts'
import { mailboxOf, readMailboxName } from '../tree.ts'
import { writeSequenceSet } from '../wire/sequence-set.ts'
import type { ImapCommand } from './command.ts'

interface Pair {
  uid: number
  newUid: number
}

/** All or none is one transaction, and new mail waits for it. */
const maxCopied = 5_000

/** COPY and UID COPY (RFC 9051 §6.4.7): all or none. */
export const copying = (by: 'uid' | 'sequence'): ImapCommand => ({
  for: 'selected',
  run: async (session, scan) => {
    scan.space()
    const set = scan.sequenceSet()
    scan.space()
    const path = readMailboxName(scan)
    scan.end()
    const selected = selectedOf(session)
    const { viewer, mailbox } = await mailboxOf(session, path, 'TRYCREATE')
    const ids = selected.places(set, by).flatMap((place) => selected.idAt(place) ?? [])
    if (ids.length > maxCopied)
      throw new Refusal(`At most ${maxCopied} are copied at once`, 'LIMIT')
    const { programs } = session.deps.mailstore
    const copies = await programs.copy(viewer, ids, mailbox.folder.id)
    const pairs = copies.map(({ uid, copyUid }) => ({ uid, newUid: copyUid }))
    return copied(mailbox.folder.uidValidity, pairs)
  },
})

/** MOVE and UID MOVE (RFC 6851): of many messages some after the others, each with where they went. */
export const moving = (by: 'uid' | 'sequence'): ImapCommand => ({
  for: 'selected',
  run: async (session, scan) => {
    scan.space()
    const set = scan.sequenceSet()
    scan.space()
    const path = readMailboxName(scan)
    scan.end()
    const selected = writableOf(session)
    const { viewer, mailbox } = await mailboxOf(session, path, 'TRYCREATE')
    const target: FolderId = mailbox.folder.id
    const ids = selected.places(set, by).flatMap((place) => selected.idAt(place) ?? [])
    const { programs } = session.deps.mailstore
    await inPieces(ids, async (some) => {
      const moved = await programs.move(viewer, some, target)
      sayCopied(session, copied(mailbox.folder.uidValidity, moved))
    })
    return {}
  },
})

/** COPYUID (RFC 4315 §3): pairs in the order of the sources. */
function copied(uidValidity: number, pairs: readonly Pair[]): Done {
  if (pairs.length === 0) return { text: 'Nothing was there to take' }
  const sorted = [...pairs].sort((a, b) => a.uid - b.uid)
  const from = writeSequenceSet(sorted.map(({ uid }) => uid))
  const to = writeSequenceSet(sorted.map(({ newUid }) => newUid))
  return { code: `COPYUID ${uidValidity} ${from} ${to}` }
}

/** RFC 6851 §4.3: before the EXPUNGE responses, so that a program knows where they went. */
function sayCopied(session: Session, { code }: Done): void {
  if (code) session.output.send(`* OK [${code}] Moved\r\n`)
}
