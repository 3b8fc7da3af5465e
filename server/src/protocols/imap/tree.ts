import { normalForm } from '@hongyan/contract/normal-form'
import type { FolderRow } from '../../mailstore/folders/folders.queries.ts'
import { wireString, wireUtf8 } from '../../mailstore/outlines/wire-string.ts'
import { roleNames } from '../../mailstore/role-names.ts'
import type { FolderRole, Viewer } from '../../mailstore/types.ts'
import type { FolderId } from '../../platform/ids.ts'
import { Refusal } from '../shared/refusal.ts'
import { loginOf, type Session, viewerOf } from './session.ts'
import { decodeMailboxName, encodeMailboxName } from './wire/mailbox-name.ts'
import type { Scanner } from './wire/scanner.ts'

/** A folder as programs know it. */
export interface Mailbox {
  folder: FolderRow
  /** With the names of those that it lies in. */
  path: string
  hasChildren: boolean
}

export const delimiter = '/'
/** In a folder's own name, where a slash would be a step down (U+2215). */
const slashInName = '\u2215'

/** All folders that a program may see. */
export async function mailboxesOf(session: Session): Promise<{ viewer: Viewer; list: Mailbox[] }> {
  const { accountId } = loginOf(session)
  const [viewer, rows] = await Promise.all([
    viewerOf(session),
    session.deps.mailstore.folders(accountId),
  ])
  const shown = rows.filter(({ id }) => !viewer.hidden.includes(id))
  const byId = new Map(shown.map((one) => [one.id, one]))
  const parents = new Set(shown.map((one) => one.parentId))
  const list = shown.map((folder) => ({
    folder,
    path: pathOf(byId, folder),
    hasChildren: parents.has(folder.id),
  }))
  return { viewer, list }
}

function pathOf(byId: ReadonlyMap<FolderId, FolderRow>, folder: FolderRow): string {
  const own = folder.role ? roleNames[folder.role] : folder.name.replaceAll('/', slashInName)
  const parent = folder.parentId === null ? undefined : byId.get(folder.parentId)
  return parent ? `${pathOf(byId, parent)}${delimiter}${own}` : own
}

/** The name of a folder of one's own, from what programs call it. */
export const nameOfStep = (step: string): string => step.replaceAll(slashInName, '/')

/** A mailbox name of a command, decoded. INBOX is written in any case of letters (RFC 9051 §5.1). */
export function readMailboxName(scan: Scanner): string {
  const name = decodeMailboxName(scan.astring(), scan)
  if (name === null || name.includes('\0')) throw new Refusal('This is no mailbox name', 'CANNOT')
  const bare = name.endsWith(delimiter) ? name.slice(0, -1) : name
  return bare.toUpperCase() === 'INBOX' ? 'INBOX' : normalForm(bare, 'NFC')
}

/** The one argument of a command that takes nothing but a mailbox. */
export function readOnlyMailbox(scan: Scanner): string {
  scan.space()
  const path = readMailboxName(scan)
  scan.end()
  return path
}

export const findIn = (list: readonly Mailbox[], path: string): Mailbox | undefined =>
  list.find((one) => one.path === path)

/** @throws Refusal NONEXISTENT, or TRYCREATE where the program might make it */
export async function mailboxOf(
  session: Session,
  path: string,
  otherwise: 'NONEXISTENT' | 'TRYCREATE' = 'NONEXISTENT',
): Promise<{ viewer: Viewer; mailbox: Mailbox }> {
  const { viewer, list } = await mailboxesOf(session)
  const mailbox = findIn(list, path)
  if (!mailbox) throw new Refusal('There is no such mailbox', otherwise)
  return { viewer, mailbox }
}

/** As names are written in answers. */
export const wireName = ({ usesUtf8 }: Session, path: string): string =>
  usesUtf8 ? wireUtf8(path) : wireString(encodeMailboxName(path))

/** Special uses of RFC 6154; the inbox needs none. */
export const specialUse: Record<FolderRole, string> = {
  inbox: '',
  sent: '\\Sent',
  drafts: '\\Drafts',
  trash: '\\Trash',
  junk: '\\Junk',
  archive: '\\Archive',
}
