import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { App } from '../app.ts'
import type { FileMail } from '../features/imports/imports.public.ts'
import type { FolderRole } from '../mailstore/types.ts'
import { isConnectionLoss } from '../platform/db/pool.ts'
import type { AccountId } from '../platform/ids.ts'
import { type Command, type CommandInput, UsageError } from './command.ts'
import { foldersOnDisk, storeMailbox } from './mailbox/store-mailbox.ts'
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
    const whole = { accountId: recipient.accountId, role }
    const done: Done = { stored: 0, unreadable: 0, full: 0 }
    for (const path of paths) await importPath(app, { input, path, done, ...whole })
    const full = done.full > 0 ? `, ${done.full} refused: the mailbox is full` : ''
    input.print(`${done.stored} messages imported${full}`)
    return done.full + done.unreadable > 0 ? 1 : 0
  })
}

interface Done {
  stored: number
  unreadable: number
  full: number
}

interface PathToImport {
  input: CommandInput
  path: string
  accountId: AccountId
  role: FolderRole
  done: Done
}

async function importPath(
  app: App,
  { input, path, accountId, role, done }: PathToImport,
): Promise<void> {
  const refuse = (name: string): void => input.print(`${name} is no mail that can be read`)
  const onDisk = await foldersOnDisk(path)
  if (onDisk) {
    const { stored, full, unreadable } = await storeMailbox(app, accountId, onDisk)
    done.stored += stored
    done.full += full
    done.unreadable += unreadable.length
    return unreadable.forEach(refuse)
  }
  for await (const found of messagesIn(app, path)) {
    const outcome = await store(app, { accountId, role, found })
    done[outcome]++
    if (outcome === 'unreadable') refuse(found.name)
  }
}

async function store(
  { mailstore, imports }: App,
  { accountId, role, found }: { accountId: AccountId; role: FolderRole; found: FileMail },
): Promise<'stored' | 'unreadable' | 'full'> {
  if (found.raw === null) return 'unreadable'
  const { seen, starred } = found
  const message = await mailstore.prepare(found.raw)
  const copy = imports.importedCopy(message, { accountId, folder: role, seen, starred })
  const outcome = await mailstore.deliver(message, [copy]).then(
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

async function* messagesIn({ imports }: App, path: string): AsyncGenerator<FileMail> {
  if ((await stat(path)).isDirectory()) yield* folderMessages(path)
  else yield* imports.mailsOf({ path, name: path })
}

/** A Maildir (cur, new) or a plain folder of .eml files. */
async function* folderMessages(path: string): AsyncGenerator<FileMail> {
  const names = (await readdir(path)).sort()
  for (const part of ['cur', 'new'].filter((one) => names.includes(one))) {
    for (const name of (await readdir(join(path, part))).sort()) {
      const flags = name.split(':2,')[1] ?? ''
      yield {
        name,
        raw: await readFile(join(path, part, name)),
        seen: flags.includes('S'),
        starred: flags.includes('F'),
        messageId: null,
      }
    }
  }
  for (const name of names.filter((one) => one.endsWith('.eml'))) {
    yield {
      name,
      raw: await readFile(join(path, name)),
      seen: true,
      starred: false,
      messageId: null,
    }
  }
}
