import { Refusal } from '../../shared/refusal.ts'
import type { Done } from '../answers.ts'
import { inPieces } from '../pieces.ts'
import { type Selected, type Session, selectedOf, writableOf } from '../session.ts'
import { mailboxOf, readOnlyMailbox } from '../tree.ts'
import type { Scanner } from '../wire/scanner.ts'
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
    const { viewer, folder, ids } = await taken(selectedOf(session), { session, scan, by })
    if (ids.length > maxCopied)
      throw new Refusal(`At most ${maxCopied} are copied at once`, 'LIMIT')
    const { programs } = session.deps.mailstore
    const copies = await programs.copy(viewer, ids, folder.id)
    const pairs = copies.map(({ uid, copyUid }) => ({ uid, newUid: copyUid }))
    return { ...copied(folder.uidValidity, pairs), hasChanged: pairs.length > 0 }
  },
})

/** MOVE and UID MOVE (RFC 6851): of many messages some after the others, each with where they went. */
export const moving = (by: 'uid' | 'sequence'): ImapCommand => ({
  for: 'selected',
  tellsPosition: true,
  run: async (session, scan) => {
    const { viewer, folder, ids } = await taken(writableOf(session), { session, scan, by })
    const { programs } = session.deps.mailstore
    let hasChanged = false
    await inPieces(ids, async (some) => {
      const moved = await programs.move(viewer, some, folder.id)
      if (moved.length > 0) hasChanged = true
      sayCopied(session, copied(folder.uidValidity, moved))
    })
    return { hasChanged }
  },
})

interface Command {
  session: Session
  scan: Scanner
  by: 'uid' | 'sequence'
}

/** Which messages are meant, and where they go. */
async function taken(selected: Selected, { session, scan, by }: Command) {
  scan.space()
  const set = scan.sequenceSet()
  const path = readOnlyMailbox(scan)
  const { viewer, mailbox } = await mailboxOf(session, path, 'TRYCREATE')
  const ids = selected.places(set, by).flatMap((place) => selected.idAt(place) ?? [])
  return { viewer: { ...viewer, from: selected.folderId }, folder: mailbox.folder, ids }
}

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
