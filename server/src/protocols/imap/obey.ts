import { runAs } from '../../platform/actor.ts'
import { OutputClosed } from '../shared/output.ts'
import { Refusal } from '../shared/refusal.ts'
import { type Done, refusalOf, statusLine } from './answers.ts'
import type { ImapCommand } from './commands/command.ts'
import { commandOf } from './commands/commands.ts'
import { sayingProgress } from './progress.ts'
import { mailboxGone, type Selected, type Session } from './session.ts'
import type { Command } from './wire/command-reader.ts'
import { createScanner, type Scanner, WireError } from './wire/scanner.ts'

/** How a command ended: the line that says so, and whether it was one at all. */
export interface Obeyed {
  line: string
  isBad: boolean
}

/** Does what a command asks for, then tells what changed. @param trust asked before it is done */
export async function obey(
  session: Session,
  command: Command,
  trust: () => Promise<void>,
): Promise<Obeyed> {
  const scan = createScanner(command, { isUtf8: session.usesUtf8 })
  let tag = '*'
  try {
    tag = scan.tag()
    scan.space()
    const { name, command: found } = read(session, scan, tag)
    await trust()
    const { output } = session
    const { code, text } = await sayingProgress({ output, tag }, () =>
      run(session, { found, scan, holder: command.holder }),
    )
    const done = { code, text: text ?? `${name} completed` }
    return { line: statusLine(`${tag} OK`, done), isBad: false }
  } catch (thrown) {
    return refused(session, tag, thrown)
  }
}

interface Given extends Pick<Command, 'holder'> {
  found: ImapCommand
  scan: Scanner
}

async function run(session: Session, { found: command, scan, holder }: Given): Promise<Done> {
  const { ip, login } = session
  const account = login ? String(login.accountId) : ip
  const before = { selected: session.selected, knewModseq: session.usesModseq }
  const done = await runAs({ client: 'IMAP', ip, account, holder }, () =>
    command.run(session, scan),
  )
  const { selected } = session
  // RFC 7162 §3.1: a mailbox that is open already says where it stands to who begins to speak of positions.
  if (selected && selected === before.selected && session.usesModseq && !before.knewModseq)
    session.output.send(`* OK [HIGHESTMODSEQ ${selected.position()}] The position\r\n`)
  const isOver = command.for === 'users' || done.hasChanged === true
  const isTold = !selected || (await tell(session, { selected, command, isOver }))
  if (!isTold) return done
  if (!command.tellsPosition || !selected || !session.usesModseq || done.code) return done
  return { ...done, code: `HIGHESTMODSEQ ${selected.position()}` }
}

interface Telling {
  selected: Selected
  command: ImapCommand
  /** What was asked for is done, and is no question about the mailbox. */
  isOver: boolean
}

/**
 * What changed meanwhile. What a command has done stays done where that cannot be read: a program that hears NO would do it
 * once more. @returns whether all is told @throws NONEXISTENT where the command asks for the mailbox itself, or for news
 */
async function tell(session: Session, { selected, command, isOver }: Telling): Promise<boolean> {
  try {
    await selected.sync(command.keepsNumbers ? 'keep' : 'may-change')
    return true
  } catch (thrown) {
    if (thrown instanceof OutputClosed || !isOver) throw thrown
    if (!session.hasLost)
      session.deps.log.warn({ err: thrown }, 'what changed in a mailbox is told later')
    return false
  }
}

/** @throws what is no answer: that the program has gone */
function refused({ deps }: Session, tag: string, thrown: unknown): Obeyed {
  if (thrown instanceof OutputClosed) throw thrown
  if (thrown instanceof WireError)
    return { line: statusLine(`${tag} BAD`, { text: thrown.message }), isBad: true }
  const refusal = refusalOf(thrown)
  if (!refusal) deps.log.error({ err: thrown }, 'an IMAP command failed')
  const { code, message } = refusal ?? new Refusal('Something went wrong here', 'SERVERBUG')
  return { line: statusLine(`${tag} NO`, { code, text: message }), isBad: false }
}

/** The command that a line names, if it may be given now. */
function read(
  session: Session,
  scan: Scanner,
  tag: string,
): { name: string; command: ImapCommand } {
  const word = scan.word()
  if (word === 'UID') scan.space()
  const name = word === 'UID' ? `UID ${scan.word()}` : word
  const command = commandOf(name, tag)
  if (!command) throw new WireError('This command is not known')
  const isIn = session.login !== null
  if (command.for === 'strangers' && isIn) throw new WireError('You are in already')
  if (command.for !== 'strangers' && command.for !== 'all' && !isIn)
    throw new WireError('Log in first')
  if (command.for === 'selected' && !session.selected) {
    if (!session.hasLost) throw new WireError('Select a mailbox first')
    if (name !== 'CLOSE' && name !== 'UNSELECT') throw mailboxGone()
  }
  return { name, command }
}
