import type { Done } from '../answers.ts'
import { differentOf } from '../flag-states.ts'
import { systemFlags } from '../flags.ts'
import { createKeywords } from '../keywords.ts'
import { mailboxId } from '../object-ids.ts'
import { whileCounted } from '../per-message.ts'
import { createSelected } from '../selected.ts'
import { leave, type Session } from '../session.ts'
import { mailboxOf, readMailboxName } from '../tree.ts'
import { type Scanner, WireError } from '../wire/scanner.ts'
import type { ImapCommand } from './command.ts'
import { type Known, readKnown, resync } from './resync.ts'

/** SELECT and EXAMINE (RFC 9051 §6.3.2), with CONDSTORE (RFC 7162 §3.1.8). */
export const selecting = (isReadOnly: boolean): ImapCommand => ({
  for: 'users',
  run: async (session, scan) => {
    scan.space()
    const path = readMailboxName(scan)
    const known = readParameters(session, scan)
    // RFC 9051 §6.3.2: also a failed SELECT closes what was open.
    if (session.selected) session.output.send('* OK [CLOSED] What was open is closed\r\n')
    leave(session)
    return open(session, path, { isReadOnly, known })
  },
})

/** There are two; each may be said again. */
const maxParameters = 10

function readParameters(session: Session, scan: Scanner): Known | null {
  let known: Known | null = null
  const readOne = (): void => {
    const name = scan.word()
    if (name !== 'CONDSTORE' && name !== 'QRESYNC') throw new WireError('unknown parameter')
    if (name === 'QRESYNC') {
      if (!session.usesResync) throw new WireError('ENABLE QRESYNC first')
      known = readKnown(scan)
    }
    session.usesModseq = true
  }
  if (scan.skip(' ')) scan.list(readOne, maxParameters)
  scan.end()
  return known
}

interface Opening {
  isReadOnly: boolean
  /** What the program knows of the mailbox; null when it asks for no resynchronisation. */
  known: Known | null
}

async function open(session: Session, path: string, { isReadOnly, known }: Opening): Promise<Done> {
  const { mailstore } = session.deps
  const { viewer, mailbox } = await mailboxOf(session, path)
  const { accountId } = viewer
  const { id: folderId, uidValidity } = mailbox.folder
  // Before the messages: what comes in between is told as a change.
  const [state, labels] = await Promise.all([
    mailstore.state(accountId),
    mailstore.programs.labels(viewer),
  ])
  const position = state?.modseq ?? 1
  const numbers = await whileCounted(session, mailbox.folder.total, () =>
    session.deps.views.open(viewer, { folderId, position }),
  )
  const uidNext = Math.max(mailbox.folder.uidNext, (numbers.uids.at(-1) ?? 0) + 1)
  const keywords = createKeywords({
    flags: systemFlags,
    labels: labels.map(({ keyword }) => keyword),
    isReadOnly,
  })
  // Messages share what is set on them: these are few.
  keywords.add(differentOf(numbers.states), new Map())
  session.selected = createSelected(session, {
    accountId,
    folderId,
    isReadOnly,
    keywords,
    position,
    numbers,
  })
  session.selected.touch()
  for (const line of keywords.lines()) session.output.send(line)
  const lines = [
    `${numbers.uids.length} EXISTS`,
    '0 RECENT',
    `OK [UIDVALIDITY ${uidValidity}] UIDs are valid`,
    `OK [UIDNEXT ${uidNext}] The next UID`,
    `OK [HIGHESTMODSEQ ${position}] The position`,
    `OK [MAILBOXID (${mailboxId(folderId)})] Its id`,
  ]
  const unseen = numbers.states.findIndex(({ seen }) => !seen)
  if (unseen >= 0) lines.push(`OK [UNSEEN ${unseen + 1}] The first unseen`)
  for (const line of lines) session.output.send(`* ${line}\r\n`)
  if (known?.uidValidity === uidValidity) {
    const mailbox = { viewer, folderId, selected: session.selected, uidNext }
    await resync(session, mailbox, known)
  }
  return { code: isReadOnly ? 'READ-ONLY' : 'READ-WRITE' }
}
