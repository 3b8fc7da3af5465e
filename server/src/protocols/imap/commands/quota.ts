import { Refusal } from '../../shared/refusal.ts'
import { loginOf, type Session } from '../session.ts'
import { mailboxOf, readOnlyMailbox, wireName } from '../tree.ts'
import { decodeMailboxName } from '../wire/mailbox-name.ts'
import type { ImapCommand } from './command.ts'

/** An account has one root, for all its folders; its name is empty (RFC 9208 §3.2). */
const root = '""'

/** GETQUOTAROOT (RFC 9208 §4.3). */
export const getQuotaRoot: ImapCommand = {
  for: 'users',
  run: async (session, scan) => {
    const { mailbox } = await mailboxOf(session, readOnlyMailbox(scan))
    session.output.send(`* QUOTAROOT ${wireName(session, mailbox.path)} ${root}\r\n`)
    await tell(session)
    return {}
  },
}

/** GETQUOTA (RFC 9208 §4.2). */
export const getQuota: ImapCommand = {
  for: 'users',
  run: async (session, scan) => {
    scan.space()
    const name = decodeMailboxName(scan.astring(), scan)
    scan.end()
    if (name !== '') throw new Refusal('There is no such quota root', 'NONEXISTENT')
    await tell(session)
    return {}
  },
}

/** In units of 1024 octets; what is used is rounded up, so that a full mailbox looks full. */
const unit = 1024

async function tell(session: Session): Promise<void> {
  const state = await session.deps.mailstore.state(loginOf(session).accountId)
  if (!state) throw new Refusal('There is no such mailbox', 'NONEXISTENT')
  const used = Math.ceil(state.used / unit)
  session.output.send(`* QUOTA ${root} (STORAGE ${used} ${Math.floor(state.quota / unit)})\r\n`)
}
