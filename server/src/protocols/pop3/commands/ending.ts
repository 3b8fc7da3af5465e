import { Refusal } from '../../shared/refusal.ts'
import { type Entered, enteredOf, type Session } from '../session.ts'
import { readNumbers, refuseRest } from '../wire/command-line.ts'
import type { Pop3Command } from './command.ts'

export const dele: Pop3Command = {
  for: 'users',
  run: (session, line) => {
    const [number = 0] = readNumbers(line, 1)
    enteredOf(session).drop.mark(number)
    return `Message ${number} goes at QUIT`
  },
}

export const rset: Pop3Command = {
  for: 'users',
  run: (session, line) => {
    refuseRest(line)
    const { drop } = enteredOf(session)
    drop.unmarkAll()
    return `${drop.size} messages`
  },
}

export const noop: Pop3Command = {
  for: 'users',
  run: (_, line) => {
    refuseRest(line)
    return 'Still here'
  },
}

/** QUIT: only now what is marked goes (RFC 1939 §6); the browser brings it back for 30 days. */
export const quit: Pop3Command = {
  for: 'all',
  run: async (session, line) => {
    refuseRest(line)
    session.leave()
    if (session.entered) await update(session, session.entered)
    return 'Goodbye'
  },
}

async function update({ deps }: Session, { drop, viewer, lease }: Entered): Promise<void> {
  const marked = drop.marked()
  // Somebody else may have the mailbox when this process stood still.
  if (marked.length === 0) return
  if (!(await lease.keep())) throw new Refusal('The mailbox is another program’s now', 'SYS/TEMP')
  const folder = await deps.mailstore.folder(viewer.accountId, drop.folderId)
  if (folder?.emptying) throw new Refusal('It is being emptied', 'IN-USE')
  // What was moved away after the login is not the mailbox's any more.
  const here = { ...viewer, from: drop.folderId }
  for (let at = 0; at < marked.length; at += atOnce)
    await deps.mailstore.programs.remove(here, {
      ids: marked.slice(at, at + atOnce),
      which: 'all',
    })
}

/** In one transaction: the account's lock is held, and new mail waits for it. */
const atOnce = 500
