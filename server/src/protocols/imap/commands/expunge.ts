import { Refusal } from '../../shared/refusal.ts'
import { whileCounted } from '../per-message.ts'
import { inPieces } from '../pieces.ts'
import { leave, type Session, viewerOf, writableOf } from '../session.ts'
import type { SequenceSet } from '../wire/sequence-set.ts'
import type { ImapCommand } from './command.ts'

/** EXPUNGE (RFC 9051 §6.4.3), UID EXPUNGE (RFC 4315). What goes can be brought back in the browser for 30 days. */
export const expunging = (by: 'all' | 'uid'): ImapCommand => ({
  for: 'selected',
  tellsPosition: true,
  run: async (session, scan) => {
    if (by === 'uid') scan.space()
    const set = by === 'uid' ? scan.sequenceSet() : null
    scan.end()
    writableOf(session)
    return { hasChanged: await expunge(session, set) }
  },
})

/** CLOSE (RFC 9051 §6.4.1): what is marked goes without a word. */
export const close: ImapCommand = {
  for: 'selected',
  run: async (session, scan) => {
    scan.end()
    const { selected } = session
    if (selected?.isReadOnly === false) await expunge(session, null)
    leave(session)
    // Where the program has been told up to, not where the mailbox stands: from there it misses nothing.
    return selected && session.usesModseq ? { code: `HIGHESTMODSEQ ${selected.position()}` } : {}
  },
}

/** @param set null: all that are marked \Deleted. @returns whether any went */
async function expunge(session: Session, set: SequenceSet | null): Promise<boolean> {
  const selected = writableOf(session)
  const { mailstore } = session.deps
  const viewer = await viewerOf(session)
  const { folderId } = selected
  const sought = { kind: 'flag', flag: 'deleted', value: true } as const
  const marked = await whileCounted(session, selected.uids().length, () =>
    mailstore.programs.seek(viewer, { folderId, sought }),
  )
  const named = set && new Set(selected.places(set, 'uid').map((place) => selected.uids()[place]))
  // Only what the program knows of: another one may have marked what came meanwhile.
  const known = new Set(selected.uids())
  const uids = marked.uids.filter((uid) => (named ?? known).has(uid))
  if (uids.length === 0) return false
  const folder = await mailstore.folder(viewer.accountId, folderId)
  if (folder?.emptying) throw new Refusal('It is being emptied', 'INUSE')
  const ids = await mailstore.idsByUid(viewer, { folderId, uids })
  // Where it lies and whether it is marked is asked again when nobody can change it.
  const here = { ...viewer, from: folderId }
  let gone = 0
  await inPieces(ids, async (some) => {
    gone += await mailstore.programs.remove(here, { ids: some, which: 'marked' })
  })
  selected.touch()
  return gone > 0
}
