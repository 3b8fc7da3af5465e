import { Refusal } from '../../shared/refusal.ts'
import { enteredOf, type Session } from '../session.ts'
import { readNumbers } from '../wire/command-line.ts'
import { createDotStuffing, createTopLines } from '../wire/dot-stuffing.ts'
import type { Pop3Command } from './command.ts'

/** RETR (RFC 1939 §5). What a program has fetched is seen, as behind IMAP's FETCH. */
export const retr: Pop3Command = {
  for: 'users',
  run: async (session, line) => {
    const [number = 0] = readNumbers(line, 1)
    const isSeen = await tell(session, number, null)
    // A program that fetches the same again and again costs no transaction each time.
    if (isSeen) return null
    const { drop, viewer } = enteredOf(session)
    const { id } = drop.at(number)
    const seen = { ids: [id], mode: 'add', flags: ['seen'], keywords: [] } as const
    const here = { ...viewer, from: drop.folderId }
    await session.deps.mailstore.programs.setFlags(here, seen).catch((thrown) => {
      // The message is out: a second answer would be read as that of the next command.
      session.deps.log.error({ err: thrown }, 'a fetched message could not be marked as read')
    })
    return null
  },
}

/** TOP (RFC 1939 §7): the header and so many lines; nothing is seen by that. */
export const top: Pop3Command = {
  for: 'users',
  run: async (session, line) => {
    const [number = 0, lines = 0] = readNumbers(line, 2)
    await tell(session, number, lines)
    return null
  },
}

/** @returns whether it was seen before */
async function tell(session: Session, number: number, lines: number | null): Promise<boolean> {
  const { mailstore } = session.deps
  const { drop, viewer } = enteredOf(session)
  const { uid, bytes } = drop.at(number)
  const [row] = await mailstore.programs.rows(viewer, { folderId: drop.folderId, uids: [uid] })
  // Taken away meanwhile by another program or the browser: its number stays.
  if (!row) throw new Refusal('This message is gone', 'SYS/PERM')
  const pieces = mailstore.pieces(row)
  try {
    // What cannot be read is refused while it may be.
    const first = await pieces.next()
    session.output.send(lines === null ? `+OK ${bytes} octets\r\n` : '+OK\r\n')
    await pour(session, { first, pieces, lines })
    return row.seen
  } finally {
    await pieces.return(undefined)
  }
}

interface Pouring {
  first: IteratorResult<Buffer, unknown>
  pieces: AsyncGenerator<Buffer>
  lines: number | null
}

/** Piece by piece as the reader takes it: a large message is never whole in memory. */
async function pour({ output }: Session, { first, pieces, lines }: Pouring): Promise<void> {
  const stuffing = createDotStuffing()
  const top = lines === null ? null : createTopLines(lines)
  let next = first
  while (!next.done && !top?.isDone()) {
    for (let at = 0; at < next.value.length; at += slice) {
      const chunk = next.value.subarray(at, at + slice)
      await output.pour(stuffing.push(top ? top.push(chunk) : chunk))
    }
    // In the middle of an answer nothing can be refused: the line is cut.
    next = await pieces.next().catch((thrown) => {
      throw output.abort(thrown)
    })
  }
  await output.pour(stuffing.end())
}

const slice = 64 * 1024
