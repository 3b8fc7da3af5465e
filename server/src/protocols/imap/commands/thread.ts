import { turnForBulk } from '../../../platform/in-turns.ts'
import { Refusal } from '../../shared/refusal.ts'
import { threadTexts } from '../message/thread-list.ts'
import { byReferences, mostPlaces } from '../message/threads-by-references.ts'
import { bySubject } from '../message/threads-by-subject.ts'
import { whileCounted } from '../per-message.ts'
import { type Session, selectedOf } from '../session.ts'
import { WireError } from '../wire/scanner.ts'
import { readSearchKeys } from '../wire/search-keys.ts'
import { lowerBound } from '../wire/sequence-set.ts'
import type { ImapCommand } from './command.ts'
import { fillHeaders } from './sort.ts'
import { readCharset, seekingOf } from './sought.ts'

/** Joined in memory, each takes about as much as twelve numbers with the few ids that it names, and a place of one that is not here as seven (measured: 604 bytes with an id of 300 letters). */
const maxThreaded = 100_000
const numbersPerRow = 12
const numbersPerPlace = 7
/** A message may name so many that are not here. */
const placesPerRow = 100

/** THREAD and UID THREAD (RFC 5256 §4). */
export const threading = (by: 'uid' | 'sequence'): ImapCommand => ({
  for: 'selected',
  ...(by === 'sequence' ? { keepsNumbers: true as const } : {}),
  run: async (session, scan) => {
    scan.space()
    const algorithm = scan.word()
    if (algorithm !== 'REFERENCES' && algorithm !== 'ORDEREDSUBJECT')
      throw new WireError('unknown way of threading')
    scan.space()
    const key = readSearchKeys(scan, readCharset(scan))
    scan.end()
    const { viewer, seeking } = await seekingOf(session, key)
    const asked = { algorithm, by, viewer, seeking } as const
    if (await tellThreads(session, { ...asked, isFilled: false })) return {}
    // Before the memory of the next: reading mails takes of it, too.
    await fillHeaders(session, viewer)
    await tellThreads(session, { ...asked, isFilled: true })
    return {}
  },
})

interface Asked extends Awaited<ReturnType<typeof seekingOf>> {
  algorithm: 'REFERENCES' | 'ORDEREDSUBJECT'
  by: 'uid' | 'sequence'
  /** Headers were just read: of mail that came meanwhile nobody knows what it names. */
  isFilled: boolean
}

/** @returns false where nothing was told, for headers must be read first */
async function tellThreads(
  session: Session,
  { algorithm, by, viewer, seeking, isFilled }: Asked,
): Promise<boolean> {
  const known = selectedOf(session).uids()
  const places = Math.min(mostPlaces, known.length * placesPerRow) * numbersPerPlace
  return whileCounted(session, known.length * numbersPerRow + places, async () => {
    const { programs } = session.deps.mailstore
    const asksReferences = algorithm === 'REFERENCES'
    const wanted = { ...seeking, limit: maxThreaded + 1, asksReferences }
    const found = await programs.threadRows(viewer, wanted)
    if (!found.isRead && !isFilled) return false
    if (found.rows.length > maxThreaded)
      throw new Refusal(`At most ${maxThreaded} messages are threaded`, 'LIMIT')
    const rows = found.rows.filter(({ uid }) => known[lowerBound(known, uid)] === uid)
    const { folderId } = seeking
    const threads = asksReferences
      ? await byReferences(rows, (uids) => programs.references(viewer, { folderId, uids }))
      : await bySubject(rows)
    const numberOf = (uid: number) => (by === 'uid' ? uid : lowerBound(known, uid) + 1)
    session.output.send('* THREAD')
    for (const text of threadTexts(threads, numberOf)) {
      session.output.send(text)
      await turnForBulk()
      await session.output.flush()
    }
    session.output.send('\r\n')
    return true
  })
}
