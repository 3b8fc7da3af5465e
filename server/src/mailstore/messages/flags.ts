import type { Db } from '../../platform/db/pool.ts'
import type { AccountId, FolderId, MessageId } from '../../platform/ids.ts'
import { insertChange } from '../feed/changes.queries.ts'
import { type FolderStep, lockAccount, stepFolders } from '../folders/folders.queries.ts'
import { stepUnread } from '../labels/labels.ts'
import type { Change } from '../types.ts'
import {
  type FlaggedMessage,
  type Flags,
  type LockedFlags,
  lockFlags,
  writeFlags,
} from './flags.queries.ts'

export type SystemFlag = Exclude<keyof Flags, 'keywords'>

/** What a STORE asks for (RFC 9051 §6.4.6). */
export interface FlagsSetting {
  ids: readonly MessageId[]
  /** `set`: these and no others. */
  mode: 'add' | 'remove' | 'set'
  flags: readonly SystemFlag[]
  keywords: readonly string[]
  /** UNCHANGEDSINCE (RFC 7162 §3.1.3): messages that changed after this position stay as they are. */
  unchangedSince?: number
}

export interface FlagsSet {
  /** All that may be changed, with their flags and positions now, in the order of their UIDs. */
  messages: FlaggedMessage[]
  /** Those that changed after `unchangedSince`, and stay as they were. */
  modified: FlaggedMessage[]
  /** The position of this change, where it is one; null when nothing changed, or more than flags did. */
  position: number | null
}

/** A row holds so many keywords; more of them are left out. */
const maxKeywords = 100

/** Sets several flags and keywords of messages in the caller's transaction, as one change. */
export async function setFlagsIn(
  tx: Db,
  accountId: AccountId,
  setting: FlagsSetting,
): Promise<{ result: FlagsSet; changes: Change[] }> {
  const modseq = await lockAccount(tx, accountId)
  const rows = await lockFlags(tx, accountId, setting.ids)
  const { unchangedSince = Number.POSITIVE_INFINITY } = setting
  const [open, modified] = split(rows, (row) => row.modseq <= unchangedSince)
  const named = new Map(setting.keywords.map((one) => [one.toLowerCase(), one]))
  const wanted = open.map((row) => ({ row, flags: flagsAfter(row, setting, named) }))
  const [changing] = split(wanted, ({ row, flags }) => !areSame(row, flags))
  const changed = new Set(changing.map(({ row }) => row.id))
  const messages = wanted.map(({ row, flags }) =>
    changed.has(row.id) ? { ...row, ...flags, modseq } : row,
  )
  if (changing.length === 0) return { result: { messages, modified, position: null }, changes: [] }
  await writeFlags(tx, accountId, {
    modseq,
    rows: changing.map(({ row, flags }) => ({ ...flags, id: row.id })),
  })
  const change = await tell(tx, accountId, { modseq, changing })
  return { result: { messages, modified, position: modseq }, changes: [change] }
}

interface Changing {
  row: LockedFlags
  flags: Flags
}

/** Counters of folders and labels, and the row of the feed. */
async function tell(
  tx: Db,
  accountId: AccountId,
  { modseq, changing }: { modseq: number; changing: readonly Changing[] },
): Promise<Change> {
  const turned = changing
    .filter(({ row, flags }) => row.seen !== flags.seen)
    .map(({ row, flags }) => ({ ...row, by: flags.seen ? -1 : 1 }))
  const byFolder = Map.groupBy(turned, (one) => one.folderId)
  const steps = [...byFolder].map(
    ([folderId, group]): FolderStep => ({
      folderId,
      total: 0,
      unread: group.reduce((sum, one) => sum + one.by, 0),
      bytes: 0,
      uids: 0,
    }),
  )
  const counted = steps.length > 0 ? await stepFolders(tx, accountId, { modseq, steps }) : []
  await stepUnread(tx, accountId, turned)
  const places = new Set<FolderId>(changing.map(({ row }) => row.folderId))
  for (const { folderId } of counted) places.delete(folderId)
  const change: Change = {
    accountId,
    modseq,
    kind: 'flags',
    messageIds: changing.map(({ row }) => row.id),
    detail: {
      folders: counted.map(({ folderId, mail, unread }) => ({ folderId, mail, unread })),
      places: [...places],
    },
  }
  return insertChange(tx, change)
}

const systemFlags = ['seen', 'starred', 'answered', 'forwarded', 'draft', 'deleted'] as const

/** Keywords by what they are in any case of letters: made once for all rows. */
type Named = ReadonlyMap<string, string>

function flagsAfter(row: Flags, { mode, flags }: FlagsSetting, keywords: Named): Flags {
  const named = new Set<string>(flags)
  const after = { ...row, keywords: keywordsAfter(row.keywords, mode, keywords) }
  for (const flag of systemFlags) {
    if (mode === 'set') after[flag] = named.has(flag)
    else if (named.has(flag)) after[flag] = mode === 'add'
  }
  return after
}

/** Keywords do not differ by case (RFC 9051 §2.3.2); the first spelling stays. */
function keywordsAfter(
  before: readonly string[],
  mode: FlagsSetting['mode'],
  named: Named,
): string[] {
  if (mode === 'remove') return before.filter((one) => !named.has(one.toLowerCase()))
  const kept = mode === 'set' ? before.filter((one) => named.has(one.toLowerCase())) : [...before]
  if (kept.length >= maxKeywords) return kept.slice(0, maxKeywords)
  const there = new Set(kept.map((one) => one.toLowerCase()))
  const added = [...named].flatMap(([key, one]) => (there.has(key) ? [] : [one]))
  return [...kept, ...added].slice(0, maxKeywords)
}

const areSame = (one: Flags, other: Flags): boolean =>
  systemFlags.every((flag) => one[flag] === other[flag]) &&
  one.keywords.length === other.keywords.length &&
  one.keywords.every((keyword) => other.keywords.includes(keyword))

function split<T>(list: readonly T[], fits: (one: T) => boolean): [T[], T[]] {
  const { yes = [], no = [] } = Object.groupBy(list, (one) => (fits(one) ? 'yes' : 'no'))
  return [yes, no]
}
