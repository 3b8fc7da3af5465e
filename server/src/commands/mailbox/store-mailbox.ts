import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { nameKey } from '@hongyan/contract/names'
import type { App } from '../../app.ts'
import { FolderEmptying } from '../../mailstore/folders/folder-emptying.ts'
import { isLabelKeyword, nameOfKeyword } from '../../mailstore/labels/label-keywords.ts'
import { isRefusedValue } from '../../mailstore/messages/bare-message.ts'
import { type CopyOutcome, type NewCopy, wholeAccount } from '../../mailstore/types.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, FolderId, LabelId } from '../../platform/ids.ts'
import type { DiskFolder, DiskMail } from './found.ts'
import { maildirFolders } from './maildir.ts'
import { mboxFolders } from './mbox.ts'
import { roleOf } from './names.ts'
import { createNotTwice, type ReadyMail } from './not-twice.ts'

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
  const done: StoredMailbox = { stored: 0, full: 0, known: 0, unreadable: [] }
  const notTwice = createNotTwice(app.mailstore)
  const labelOf = labelFinder(app, accountId)
  for await (const { steps, mails } of folders) {
    const target = await folderFor(app, accountId, steps)
    for await (const group of groupsOf(mails())) {
      const readable = group.filter(isReadable)
      done.unreadable.push(...group.filter((mail) => !isReadable(mail)).map(({ name }) => name))
      const ready: ReadyMail[] = []
      for (const mail of readable) {
        const message = await app.mailstore.keep(mail.raw)
        const to = { accountId, folder: target }
        const copy = app.imports.importedCopy(message, to, mail.fileAt)
        ready.push({ message, copy: await asItWas(mail, copy, labelOf) })
      }
      const fresh = await notTwice({ accountId, folderId: target }, ready)
      done.known += ready.length - fresh.length
      const outcomes = await storeGroup(app, fresh)
      const stored = outcomes.filter(({ kind }) => kind === 'stored').length
      done.stored += stored
      done.full += outcomes.length - stored
    }
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
  labelOf: (keyword: string) => Promise<LabelId | null>,
): Promise<NewCopy> {
  const labels: LabelId[] = []
  const others: string[] = []
  for (const keyword of keywords) {
    const label = isLabelKeyword(keyword) ? await labelOf(keyword) : null
    if (label === null) others.push(keyword)
    else labels.push(label)
  }
  const at = receivedAt ?? copy.receivedAt
  return { ...copy, receivedAt: at, ...marks, keywords: others, labels }
}

/** Labels by their keyword, made where they are missing; null: none can be made, it stays a keyword. */
function labelFinder({ mailstore, labels }: App, accountId: AccountId) {
  const known = new Map<string, Promise<LabelId | null>>()
  const find = async (keyword: string): Promise<LabelId | null> => {
    const name = nameOfKeyword(keyword)
    if (name === null) return null
    const all = await mailstore.programs.labels(wholeAccount(accountId))
    const found = all.find((one) => nameKey(one.name) === nameKey(name))
    if (found) return found.id
    return labels.save(accountId, { labelName: name }).catch((thrown: unknown) => {
      if (thrown instanceof AppError) return null
      throw thrown
    })
  }
  return (keyword: string): Promise<LabelId | null> => {
    const label = known.get(keyword) ?? find(keyword)
    known.set(keyword, label)
    return label
  }
}

/** The folder of these names, made where it is missing. */
async function folderFor(
  { mailstore, folders }: App,
  accountId: AccountId,
  steps: readonly string[],
): Promise<FolderId> {
  const role = roleOf(steps)
  if (role) {
    const found = await mailstore.folderByRole(accountId, role)
    if (!found) throw new AppError('folder.not-found')
    return found.id
  }
  let parentId: FolderId | null = null
  for (const name of steps) {
    const rows = await mailstore.folders(accountId)
    const known = rows.find(
      (one) =>
        one.role === null && one.parentId === parentId && nameKey(one.name) === nameKey(name),
    )
    parentId =
      known?.id ??
      (await folders.save({ accountId, hidden: [] }, { folderName: name, parentId }, 'program'))
  }
  if (parentId === null) throw new AppError('folder.not-found')
  return parentId
}
