import { Refusal } from '../../shared/refusal.ts'
import { writeThreads } from '../message/thread-list.ts'
import { byReferences } from '../message/threads-by-references.ts'
import { bySubject } from '../message/threads-by-subject.ts'
import { whileCounted } from '../per-message.ts'
import { selectedOf } from '../session.ts'
import { WireError } from '../wire/scanner.ts'
import { readSearchKeys } from '../wire/search-keys.ts'
import { lowerBound } from '../wire/sequence-set.ts'
import type { ImapCommand } from './command.ts'
import { fillHeaders } from './sort.ts'
import { readCharset, seekingOf } from './sought.ts'

/** Joined in memory, each takes about as much as ten numbers. */
const maxThreaded = 100_000
const numbersPerRow = 10

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
    readCharset(scan)
    const key = readSearchKeys(scan)
    scan.end()
    const known = selectedOf(session).uids()
    const { viewer, seeking } = await seekingOf(session, key)
    if (algorithm === 'REFERENCES') await fillHeaders(session, viewer)
    await whileCounted(session, known.length * numbersPerRow, async () => {
      const limit = maxThreaded + 1
      const found = await session.deps.mailstore.programs.threadRows(viewer, { ...seeking, limit })
      if (found.length > maxThreaded)
        throw new Refusal(`At most ${maxThreaded} messages are threaded`, 'LIMIT')
      const rows = found.filter(({ uid }) => known[lowerBound(known, uid)] === uid)
      const threads = algorithm === 'REFERENCES' ? await byReferences(rows) : bySubject(rows)
      const numberOf = (uid: number) => (by === 'uid' ? uid : lowerBound(known, uid) + 1)
      session.output.send(`* THREAD${writeThreads(threads, numberOf)}\r\n`)
    })
    return {}
  },
})
