import type { Db, Transaction } from '../../platform/db/pool.ts'
import { messageOf } from '../../platform/errors.ts'
import type { AccountId, FolderId } from '../../platform/ids.ts'
import { addLabels, existingLabels } from '../labels/labels.ts'
import type { CopyOutcome, NewCopy, PreparedMessage } from '../types.ts'
import {
  foldersFor,
  forgetReceipts,
  knownThreads,
  lockAccounts,
  reserveMessageIds,
  writeReceipts,
  writeStoreRows,
} from './store.queries.ts'
import { type Item, type Plan, planStore } from './store-plan.ts'
import { threadKeys } from './threads.ts'

const idBlock = 64

/** Ids that this process may hand out. */
export interface IdSource {
  ids: number[]
}

/** A message with its copies and its blob, which must be on disk already. */
export const asItem = (message: PreparedMessage, copies: NewCopy[], blob: Item['blob']): Item => ({
  message,
  copies,
  blob,
  keys: threadKeys(message.parsed.envelope),
})

interface StoreOptions {
  ids: IdSource
  acknowledged?: readonly Buffer[]
  /** How the caller's transaction ends, where nothing of it comes after this: its COMMIT travels with the rows. */
  ending?: Transaction['ending']
}

/**
 * Stores a group of messages inside the caller's transaction: UIDs, counters, threads, search words and one
 * change a mailbox. Announce `changes` after the commit.
 * @param acknowledged receipts that may be forgotten
 */
export async function storeItems(
  tx: Db,
  items: readonly Item[],
  { ids, acknowledged = [], ending }: StoreOptions,
): Promise<Plan> {
  const copies = items.flatMap((item) => item.copies)
  const accountIds = [...new Set(copies.map((copy) => copy.accountId))].sort((a, b) => a - b)
  // One flight: they run in this order, and the folders are read after the lock on their accounts was waited for.
  const [, newReceipts, accounts, folders, threads, labels] = await Promise.all([
    forget(tx, acknowledged),
    takeReceipts(tx, copies),
    lockAccounts(tx, accountIds),
    foldersFor(tx, wantedFolders(accountIds, copies)),
    lookUpThreads(tx, items),
    existingLabels(tx, copies),
    ids.ids.length < copies.length ? reserveIds(tx, ids) : null,
  ])
  // Another group may have used up what was there.
  while (ids.ids.length < copies.length) await reserveIds(tx, ids)
  const plan = planStore(items, {
    accounts: new Map(accounts.map((one) => [one.id, one])),
    folders,
    threads,
    newReceipts,
    labels,
    nextId: () => ids.ids.shift() ?? 0,
  })
  const wasted = wastedReceipts(items, plan.outcomes)
  const isAll =
    wasted.length === 0 && plan.labelled.length === 0 && !copies.some(({ alongside }) => alongside)
  if (plan.rows.messages.length > 0) {
    const write = (): Promise<number> => writeStoreRows(tx, plan.rows)
    if (isAll && ending) await ending(write)
    else await write()
  }
  if (isAll) return plan
  await forget(tx, wasted)
  const labelled = Map.groupBy(plan.labelled, (one) => one.accountId)
  for (const [accountId, rows] of labelled) await addLabels(tx, accountId, rows)
  await runAlongside(tx, items, plan.outcomes)
  return plan
}

/** Of copies that were refused: when they come again they are no repeat. */
const wastedReceipts = (items: readonly Item[], outcomes: readonly CopyOutcome[][]): Buffer[] =>
  items.flatMap(({ copies }, index) =>
    copies.flatMap(({ receipt }, at) => {
      const kind = outcomes[index]?.[at]?.kind
      return receipt && (kind === 'over-quota' || kind === 'no-folder') ? [receipt] : []
    }),
  )

/** A step that a copy brought along failed: the copy itself can be stored without it. Keeps the SQLSTATE. */
export class AlongsideFailed extends Error {
  readonly code: string

  constructor(cause: unknown) {
    super(messageOf(cause), { cause })
    this.name = 'AlongsideFailed'
    const known = typeof cause === 'object' && cause !== null && 'code' in cause
    this.code = known ? String(cause.code) : ''
  }
}

/** The steps that stored copies brought along. */
async function runAlongside(
  tx: Db,
  items: readonly Item[],
  outcomes: readonly CopyOutcome[][],
): Promise<void> {
  for (const [index, { copies }] of items.entries()) {
    for (const [at, { alongside }] of copies.entries()) {
      const outcome = outcomes[index]?.[at]
      if (!alongside || outcome?.kind !== 'stored') continue
      await alongside.run(tx, outcome).catch((thrown: unknown) => {
        throw new AlongsideFailed(thrown)
      })
    }
  }
}

const forget = (tx: Db, acknowledged: readonly Buffer[]): Promise<number> =>
  acknowledged.length > 0 ? forgetReceipts(tx, acknowledged) : Promise.resolve(0)

/** Those of the copies' receipts that were not there before. */
function takeReceipts(tx: Db, copies: readonly NewCopy[]): Promise<Set<string>> {
  const receipts = copies.flatMap((copy) => (copy.receipt ? [copy.receipt] : []))
  return receipts.length > 0 ? writeReceipts(tx, receipts) : Promise.resolve(new Set())
}

/** So many ids of new messages. */
export async function takeIds(tx: Db, source: IdSource, count: number): Promise<number[]> {
  while (source.ids.length < count) await reserveIds(tx, source)
  return source.ids.splice(0, count)
}

async function reserveIds(tx: Db, { ids }: IdSource): Promise<void> {
  const first = await reserveMessageIds(tx)
  for (let offset = 0; offset < idBlock; offset++) ids.push(first + offset)
}

function wantedFolders(accounts: AccountId[], copies: readonly NewCopy[]) {
  const roles = new Set<string>()
  const ids = new Set<FolderId>()
  for (const { folder } of copies) {
    if (typeof folder === 'string') roles.add(folder)
    else ids.add(folder)
  }
  return { accounts, roles: [...roles], ids: [...ids] }
}

function lookUpThreads(tx: Db, items: readonly Item[]): Promise<Map<string, number>> {
  const accounts: AccountId[] = []
  const keys: string[] = []
  for (const { copies, keys: own } of items) {
    for (const key of [own.own, ...own.references, own.subject]) {
      if (key === null) continue
      for (const copy of copies) {
        accounts.push(copy.accountId)
        keys.push(key)
      }
    }
  }
  return keys.length > 0 ? knownThreads(tx, accounts, keys) : Promise.resolve(new Map())
}
