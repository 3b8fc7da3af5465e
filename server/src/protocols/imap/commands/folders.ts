import type { FolderId } from '../../../platform/ids.ts'
import { Refusal } from '../../shared/refusal.ts'
import { mailboxId } from '../object-ids.ts'
import { lose, type Session } from '../session.ts'
import {
  delimiter,
  findIn,
  type Mailbox,
  mailboxesOf,
  mailboxOf,
  nameOfStep,
  readMailboxName,
  readOnlyMailbox,
} from '../tree.ts'
import { type Scanner, WireError } from '../wire/scanner.ts'
import type { ImapCommand } from './command.ts'

/**
 * CREATE (RFC 9051 §6.3.4), with the folders above it that are missing. A special use (RFC 6154 §3) is refused: each that we
 * know has its mailbox, which keeps it.
 */
export const create: ImapCommand = {
  for: 'users',
  run: async (session, scan) => {
    scan.space()
    const path = readMailboxName(scan)
    const uses = scan.skip(' (USE ') ? scan.list(() => readUse(scan), maxUses) : null
    if (uses && !scan.skip(')')) throw new WireError(') expected')
    scan.end()
    if (uses && uses.length > 0)
      throw new Refusal('Each special use has its mailbox already', 'USEATTR')
    const { list } = await mailboxesOf(session)
    if (findIn(list, path)) throw new Refusal('It is there already', 'ALREADYEXISTS')
    checkSteps(session, list, path)
    const folderId = await make(session, list, path)
    return { code: `MAILBOXID (${mailboxId(folderId)})` }
  },
}

/** There are seven (RFC 6154 §2, RFC 8457 §3). */
const maxUses = 20

function readUse(scan: Scanner): string {
  if (!scan.skip('\\')) throw new WireError('special use expected')
  return scan.atom()
}

/** @returns the folder, made where it was missing */
async function make(session: Session, list: readonly Mailbox[], path: string): Promise<FolderId> {
  const known = findIn(list, path)
  if (known) return known.folder.id
  const { parent, step } = split(path)
  const parentId = parent === null ? null : await make(session, list, parent)
  const { viewer } = await mailboxesOf(session)
  return session.deps.folders.save(viewer, { folderName: nameOfStep(step), parentId }, 'program')
}

/** Before the first folder is made: what is refused leaves none of them. @throws the rules of names */
function checkSteps({ deps }: Session, list: readonly Mailbox[], path: string): void {
  const steps = path.split(delimiter)
  if (steps.length > maxSteps) throw new Refusal('Too deep', 'LIMIT')
  for (const [index, step] of steps.entries()) {
    if (!findIn(list, steps.slice(0, index + 1).join(delimiter)))
      deps.folders.goodName(nameOfStep(step), 'program')
  }
}

const maxSteps = 50

function split(path: string): { parent: string | null; step: string } {
  const at = path.lastIndexOf(delimiter)
  return { parent: at < 0 ? null : path.slice(0, at), step: path.slice(at + 1) }
}

/** DELETE (RFC 9051 §6.3.5): its mail goes to the recycle bin, as in the browser. */
export const remove: ImapCommand = {
  for: 'users',
  run: async (session, scan) => {
    const path = readOnlyMailbox(scan)
    const { viewer, mailbox } = await mailboxOf(session, path)
    const { id } = mailbox.folder
    await session.deps.folders.remove(viewer, { folderId: id })
    if (session.selected?.folderId === id) lose(session)
    return {}
  },
}

/** RENAME (RFC 9051 §6.3.6): a new name, another place, or both. */
export const rename: ImapCommand = {
  for: 'users',
  run: async (session, scan) => {
    scan.space()
    const from = readMailboxName(scan)
    scan.space()
    const to = readMailboxName(scan)
    scan.end()
    const { viewer, list } = await mailboxesOf(session)
    const mailbox = findIn(list, from)
    if (!mailbox) throw new Refusal('There is no such mailbox', 'NONEXISTENT')
    if (mailbox.folder.role) throw new Refusal('This mailbox keeps its name', 'CANNOT')
    if (findIn(list, to)) throw new Refusal('It is there already', 'ALREADYEXISTS')
    if (to.startsWith(from + delimiter)) throw new Refusal('It cannot lie in itself', 'CANNOT')
    checkSteps(session, list, to)
    const { parent, step } = split(to)
    const parentId = parent === null ? null : await make(session, list, parent)
    const folderId = mailbox.folder.id
    await session.deps.folders.move(viewer, { folderId, parentId, folderName: nameOfStep(step) })
    return {}
  },
}

/** SUBSCRIBE and UNSUBSCRIBE: shown in the menu of the browser, or hidden there. */
export const subscribing = (isShown: boolean): ImapCommand => ({
  for: 'users',
  run: async (session, scan) => {
    const path = readOnlyMailbox(scan)
    const { viewer, mailbox } = await mailboxOf(session, path)
    const { id, hidden } = mailbox.folder
    if (hidden === !isShown) return {}
    await session.deps.folders.show(viewer, { folderId: id, state: isShown ? 0 : 1 })
    return {}
  },
})
