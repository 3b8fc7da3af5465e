import { runAs } from '../../../platform/actor.ts'
import { Refusal } from '../answers.ts'
import { enteredOf, type Session } from '../session.ts'
import { readNumbers } from '../wire/command-line.ts'
import { createDotStuffing, createTopLines } from '../wire/dot-stuffing.ts'
import type { Pop3Command } from './command.ts'

/** RETR (RFC 1939 §5). What a program has fetched is seen, as behind IMAP's FETCH. */
export const retr: Pop3Command = {
  for: 'users',
  run: async (session, line) => {
    const [number = 0] = readNumbers(line, 1)
    await tell(session, number, null)
    const { drop, viewer } = enteredOf(session)
    const { id } = drop.at(number)
    const seen = { ids: [id], mode: 'add', flags: ['seen'], keywords: [] } as const
    await session.deps.mailstore.programs.setFlags(viewer, seen)
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

async function tell(session: Session, number: number, lines: number | null): Promise<void> {
  const { mailstore } = session.deps
  const { drop, viewer } = enteredOf(session)
  const { uid, bytes } = drop.at(number)
  const [row] = await mailstore.programs.rows(viewer, { folderId: drop.folderId, uids: [uid] })
  // Taken away meanwhile by another program or the browser: its number stays.
  if (!row) throw new Refusal('This message is gone', 'SYS/PERM')
  const ends: (() => void)[] = []
  const account = String(viewer.accountId)
  const asker = {
    client: 'POP3',
    ip: session.ip,
    account,
    atEnd: (end: () => void) => void ends.push(end),
  }
  try {
    const raw = await runAs(asker, () => mailstore.raw(row))
    session.output.send(lines === null ? `+OK ${bytes} octets\r\n` : '+OK\r\n')
    await pour(session, raw, lines)
  } finally {
    for (const end of ends) end()
  }
}

const slice = 64 * 1024

async function pour({ output }: Session, raw: Buffer, lines: number | null): Promise<void> {
  const stuffing = createDotStuffing()
  const top = lines === null ? null : createTopLines(lines)
  for (let at = 0; at < raw.length && !top?.isDone(); at += slice) {
    const chunk = raw.subarray(at, at + slice)
    await output.pour(stuffing.push(top ? top.push(chunk) : chunk))
  }
  await output.pour(stuffing.end())
}
