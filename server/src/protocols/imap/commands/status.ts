import type { Viewer } from '../../../mailstore/types.ts'
import { mailboxId } from '../object-ids.ts'
import type { Session } from '../session.ts'
import { type Mailbox, mailboxOf, readMailboxName, wireName } from '../tree.ts'
import { type Scanner, WireError } from '../wire/scanner.ts'
import type { ImapCommand } from './command.ts'

const items = [
  'MESSAGES',
  'RECENT',
  'UIDNEXT',
  'UIDVALIDITY',
  'UNSEEN',
  'SIZE',
  'DELETED',
  'HIGHESTMODSEQ',
  'MAILBOXID',
  'DELETED-STORAGE',
] as const
export type StatusItem = (typeof items)[number]
const maxGiven = 2 * items.length

/** STATUS (RFC 9051 §6.3.11), with SIZE (RFC 8438), HIGHESTMODSEQ (RFC 7162), MAILBOXID (RFC 8474) and DELETED-STORAGE (RFC 9208). */
export const status: ImapCommand = {
  for: 'users',
  run: async (session, scan) => {
    scan.space()
    const path = readMailboxName(scan)
    scan.space()
    const wanted = readStatusItems(scan)
    scan.end()
    const { viewer, mailbox } = await mailboxOf(session, path)
    const position = (await session.deps.mailstore.state(viewer.accountId))?.modseq ?? 1
    const values = await statusOf(session, { viewer, mailbox, items: wanted, position })
    session.output.send(`* STATUS ${wireName(session, mailbox.path)} (${values})\r\n`)
    return {}
  },
}

export function readStatusItems(scan: Scanner): StatusItem[] {
  const given = scan.list(() => scan.word(), maxGiven)
  const known = given.flatMap((word) => items.find((one) => one === word) ?? [])
  if (known.length !== given.length || known.length === 0) throw new WireError('unknown item')
  // Some are counted by the database: what is said a thousand times is counted once.
  return [...new Set(known)]
}

interface Asked {
  viewer: Viewer
  mailbox: Mailbox
  items: readonly StatusItem[]
  position: number
}

export async function statusOf(session: Session, asked: Asked): Promise<string> {
  const { folder } = asked.mailbox
  if (asked.items.includes('HIGHESTMODSEQ')) session.usesModseq = true
  const values: Record<StatusItem, () => number | string | Promise<number>> = {
    MESSAGES: () => folder.total,
    RECENT: () => 0,
    UIDNEXT: () => folder.uidNext,
    UIDVALIDITY: () => folder.uidValidity,
    UNSEEN: () => folder.unread,
    SIZE: () => folder.bytes,
    DELETED: async () => (await deletedIn(session, asked)).count,
    'DELETED-STORAGE': async () => (await deletedIn(session, asked)).bytes,
    MAILBOXID: () => `(${mailboxId(folder.id)})`,
    HIGHESTMODSEQ: () => asked.position,
  }
  const told: string[] = []
  for (const item of asked.items) told.push(`${item} ${await values[item]()}`)
  return told.join(' ')
}

async function deletedIn({ deps }: Session, { viewer, mailbox }: Asked) {
  const sought = { kind: 'flag', flag: 'deleted', value: true } as const
  const folderId = mailbox.folder.id
  return deps.mailstore.programs.count(viewer, { folderId, sought })
}
