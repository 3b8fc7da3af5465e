import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { App } from '../../app.ts'
import { createLabelFinder, type LabelFinder } from '../../features/labels/labels.public.ts'
import { FolderEmptying } from '../../mailstore/folders/folder-emptying.ts'
import { isRefusedValue } from '../../mailstore/messages/bare-message.ts'
import type { CopyOutcome, NewCopy } from '../../mailstore/types.ts'
import type { AccountId } from '../../platform/ids.ts'
import type { DiskFolder, DiskMail } from './found.ts'
import { maildirFolders } from './maildir.ts'
import { mboxFolders } from './mbox.ts'
import { createNotTwice, type ReadyMail } from './not-twice.ts'
import { folderFor } from './target-folder.ts'

/** Mails of one transaction, and their bytes. */
const mostMails = 100
const mostBytes = 16 * 1024 * 1024
/** Between two looks at a folder that is being emptied. */
const emptyingMs = 1_000

export interface StoredMailbox {
  stored: number
  full: number
  /** Were here already. */
  known: number
  /** Names of what is no mail here. */
  unreadable: string[]
  /** Folders that cannot be made here. */
  refused: RefusedFolder[]
}

export interface RefusedFolder {
  name: string
  why: string
  /** Where its mail is, and how many that is. */
  into: string
  mails: number
}

/** The folders of a directory that `hongyan export` wrote; null: it is something else. */
export async function foldersOnDisk(path: string): Promise<AsyncGenerator<DiskFolder> | null> {
  if (await isThere(join(path, 'INBOX', 'cur'))) return maildirFolders(path)
  if (await isThere(join(path, 'INBOX.mbox'))) return mboxFolders(path)
  return null
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Puts a mailbox on disk into one that is here, each folder into the one of its name. */
export async function storeMailbox(
  app: App,
  accountId: AccountId,
  folders: AsyncGenerator<DiskFolder>,
): Promise<StoredMailbox> {
  const done: StoredMailbox = { stored: 0, full: 0, known: 0, unreadable: [], refused: [] }
  const notTwice = createNotTwice(app.mailstore)
  const labelled = createLabelFinder(app, accountId)
  for await (const { steps, mails } of folders) {
    const { id: target, refusal } = await folderFor(app, accountId, steps)
    const before = done.stored + done.known
    for await (const group of groupsOf(mails())) {
      const readable = group.filter(isReadable)
      done.unreadable.push(...group.filter((mail) => !isReadable(mail)).map(({ name }) => name))
      const ready: ReadyMail[] = []
      for (const mail of readable) {
        const message = await app.mailstore.keep(mail.raw)
        const to = { accountId, folder: target }
        const copy = app.imports.importedCopy(message, to, mail.fileAt)
        ready.push({ message, copy: await asItWas(mail, copy, labelled) })
      }
      const fresh = await notTwice({ accountId, folderId: target }, ready)
      done.known += ready.length - fresh.length
      const outcomes = await storeGroup(app, fresh)
      const stored = outcomes.filter(({ kind }) => kind === 'stored').length
      done.stored += stored
      done.full += outcomes.length - stored
    }
    const came = done.stored + done.known - before
    if (refusal) done.refused.push({ name: steps.join('/'), ...refusal, mails: came })
  }
  return done
}

const isReadable = (mail: DiskMail): mail is DiskMail & { raw: Buffer } =>
  mail.raw !== null && mail.raw.length > 0

async function* groupsOf(mails: AsyncGenerator<DiskMail>): AsyncGenerator<DiskMail[]> {
  let group: DiskMail[] = []
  let bytes = 0
  for await (const mail of mails) {
    group.push(mail)
    bytes += mail.raw?.length ?? 0
    if (group.length < mostMails && bytes < mostBytes) continue
    yield group
    group = []
    bytes = 0
  }
  if (group.length > 0) yield group
}

/**
 * One bad mail never stops the others: when a group is refused each is tried alone, and then without its values. What
 * came into a folder that is being emptied would go with the rest: it waits.
 */
export async function storeGroup(app: App, ready: readonly ReadyMail[]): Promise<CopyOutcome[]> {
  const { database, mailstore } = app
  try {
    const done = await database.transaction((tx) => mailstore.storeAllIn(tx, ready))
    mailstore.announce(done.changes)
    return done.outcomes
  } catch (thrown) {
    if (thrown instanceof FolderEmptying) {
      await delay(emptyingMs)
      return storeGroup(app, ready)
    }
    if (!isRefusedValue(thrown)) throw thrown
    const [first] = ready
    if (first && ready.length === 1)
      return storeGroup(app, [
        { ...first, message: mailstore.withoutRefused(first.message, thrown) },
      ])
    const outcomes: CopyOutcome[] = []
    for (const one of ready) outcomes.push(...(await storeGroup(app, [one])))
    return outcomes
  }
}

/** With its keywords and labels, at the moment that is known. */
async function asItWas(
  { receivedAt, flags: { marks, keywords } }: DiskMail,
  copy: NewCopy,
  labelled: LabelFinder,
): Promise<NewCopy> {
  const at = receivedAt ?? copy.receivedAt
  return { ...copy, receivedAt: at, ...marks, ...(await labelled(keywords)) }
}
