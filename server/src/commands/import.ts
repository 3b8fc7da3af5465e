import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { App } from '../app.ts'
import type { FileMail } from '../features/imports/imports.public.ts'
import type { FolderRole } from '../mailstore/types.ts'
import { isConnectionLoss } from '../platform/db/connections.ts'
import type { AccountId, FolderId } from '../platform/ids.ts'
import { type Command, type CommandInput, UsageError } from './command.ts'
import { createNotTwice, type NotTwice } from './mailbox/not-twice.ts'
import { foldersOnDisk, storeGroup, storeMailbox } from './mailbox/store-mailbox.ts'
import { withApp } from './organisation.ts'

const roles: readonly FolderRole[] = ['inbox', 'sent', 'drafts', 'trash', 'junk', 'archive']

/**
 * Brings mail in from .eml, .mbox and .zip files and Maildir folders; each message keeps the date it was written. What
 * `hongyan export` wrote comes with its folders, flags and dates.
 */
export const importCommand: Command = async (input) => {
  const { values, positionals } = parseArgs({
    args: input.words,
    allowPositionals: true,
    options: { folder: { type: 'string', default: 'inbox' } },
  })
  const [address, ...paths] = positionals
  const role = roles.find((one) => one === values.folder)
  if (!address || paths.length === 0)
    throw new UsageError('an address and at least one path are needed')
  if (!role) throw new UsageError(`--folder is one of ${roles.join(', ')}`)
  return withApp(input, async (app) => {
    const recipient = await app.directory.findRecipient(address)
    if (!recipient) throw new UsageError(`nobody here has the address ${address}`)
    const { accountId } = recipient
    const folder = await app.mailstore.folderByRole(accountId, role)
    if (!folder) throw new UsageError(`${address} has no folder ${role}`)
    const whole = { accountId, folderId: folder.id, notTwice: createNotTwice(app.mailstore) }
    const done: Done = { stored: 0, unreadable: 0, full: 0, known: 0, refused: 0 }
    for (const path of paths) await importPath(app, { input, path, done, ...whole })
    const full = done.full > 0 ? `, ${done.full} refused: the mailbox is full` : ''
    const known = done.known > 0 ? `, ${done.known} were here already` : ''
    input.print(`${done.stored} messages imported${known}${full}`)
    return done.full + done.unreadable + done.refused > 0 ? 1 : 0
  })
}

interface Done {
  stored: number
  unreadable: number
  full: number
  /** Were here already. */
  known: number
  /** Folders that could not be made. */
  refused: number
}

interface Target {
  accountId: AccountId
  folderId: FolderId
  notTwice: NotTwice
}

interface PathToImport extends Target {
  input: CommandInput
  path: string
  done: Done
}

async function importPath(app: App, { input, path, done, ...target }: PathToImport): Promise<void> {
  const refuse = (name: string): void => input.print(`${name} is no mail that can be read`)
  const onDisk = await foldersOnDisk(path)
  if (onDisk) {
    const whole = await storeMailbox(app, target.accountId, onDisk)
    const { stored, full, known, unreadable, refused } = whole
    done.stored += stored
    done.known += known
    done.full += full
    done.unreadable += unreadable.length
    done.refused += refused.length
    for (const { name, why, into, mails } of refused)
      input.print(`${name} cannot be made (${why}): its ${mails} messages are in ${into}`)
    return unreadable.forEach(refuse)
  }
  for await (const { mail: found, at } of messagesIn(app, path)) {
    const outcome = await store(app, target, { found, at })
    done[outcome]++
    if (outcome === 'unreadable') refuse(found.name)
  }
}

async function store(
  app: App,
  { accountId, folderId, notTwice }: Target,
  { found, at }: { found: FileMail; at: Date },
): Promise<'stored' | 'unreadable' | 'full' | 'known'> {
  if (found.raw === null) return 'unreadable'
  const { mailstore, imports } = app
  const { seen, starred } = found
  const message = await mailstore.keep(found.raw)
  const copy = imports.importedCopy(message, { accountId, folder: folderId, seen, starred }, at)
  const [fresh] = await notTwice({ accountId, folderId }, [{ message, copy }])
  if (!fresh) return 'known'
  const outcome = await storeGroup(app, [fresh]).then(
    ([one]) => one,
    (thrown: unknown) => {
      // Without the database no further mail would fare better; one bad mail stops nothing.
      if (isConnectionLoss(thrown)) throw thrown
      return null
    },
  )
  if (outcome === null) return 'unreadable'
  return outcome?.kind === 'stored' ? 'stored' : 'full'
}

/** A mail, and when its file was written: the same file brings it at the same moment each time, so that it comes once. */
interface InFile {
  mail: FileMail
  at: Date
}

async function* messagesIn({ imports }: App, path: string): AsyncGenerator<InFile> {
  const about = await stat(path)
  if (about.isDirectory()) return yield* folderMessages(path)
  for await (const mail of imports.mailsOf({ path, name: path })) yield { mail, at: about.mtime }
}

/** A Maildir (cur, new) or a plain folder of .eml files. */
async function* folderMessages(path: string): AsyncGenerator<InFile> {
  const names = (await readdir(path)).sort()
  for (const part of ['cur', 'new'].filter((one) => names.includes(one))) {
    for (const name of (await readdir(join(path, part))).sort()) {
      const flags = name.split(':2,')[1] ?? ''
      const marks = { seen: flags.includes('S'), starred: flags.includes('F') }
      yield await inFile(join(path, part, name), { name, ...marks })
    }
  }
  for (const name of names.filter((one) => one.endsWith('.eml')))
    yield await inFile(join(path, name), { name, seen: true, starred: false })
}

async function inFile(
  path: string,
  about: { name: string; seen: boolean; starred: boolean },
): Promise<InFile> {
  const [raw, { mtime }] = await Promise.all([readFile(path), stat(path)])
  return { mail: { ...about, raw, messageId: null }, at: mtime }
}
