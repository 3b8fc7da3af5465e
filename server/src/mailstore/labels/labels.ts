import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import {
  type AccountId,
  asId,
  type FolderId,
  type LabelId,
  type MessageId,
} from '../../platform/ids.ts'
import { insertChange } from '../feed/changes.queries.ts'
import { lockAccount } from '../folders/folders.queries.ts'
import { lockRows, type MovingRow } from '../messages/messages.queries.ts'
import { type Change, type Viewer, wholeAccount } from '../types.ts'
import { keywordFor } from './label-keywords.ts'
import {
  deleteEntries,
  deleteLabel,
  hideLabel,
  insertEntries,
  insertLabel,
  knownLabels,
  type LabelEntry,
  type LabelPageRequest,
  type LabelPatch,
  type LabelRow,
  type LabelStep,
  labelById,
  labelPage,
  labelsOf,
  messagesOfLabel,
  patchLabel,
  placeEntries,
  stepLabels,
  writeLabels,
} from './labels.queries.ts'

/** Messages that a deleted label is taken from in one transaction. */
const batch = 1_000

type Changing = <T>(work: (tx: Db) => Promise<{ result: T; changes: Change[] }>) => Promise<T>

export interface LabelSetting {
  ids: readonly MessageId[]
  add: readonly LabelId[]
  remove: readonly LabelId[]
  /** All labels that the messages shall have; null: only `add` and `remove` count. */
  set: readonly LabelId[] | null
}

/** What may be done to the labels of an account while it is locked. */
export interface LabelWriting {
  labels: LabelRow[]
  insert(label: { name: string; color: number }): Promise<LabelId>
  patch(id: LabelId, patch: LabelPatch): Promise<unknown>
  /** Takes it out of sight; `sweepLabel` takes it from its mails. */
  hide(id: LabelId): Promise<unknown>
}

/** Labels: reading, their definitions, and which messages have them. */
export const labellingOf = ({
  database,
  changing,
}: {
  database: Database
  changing: Changing
}) => ({
  labels: (viewer: Viewer): Promise<LabelRow[]> => labelsOf(database, viewer),
  label: (viewer: Viewer, id: LabelId): Promise<LabelRow | null> => labelById(database, viewer, id),
  labelPage: (page: LabelPageRequest) => labelPage(database, page),
  /** Changes definitions: the work sees the labels as they are and nobody else changes them meanwhile. */
  changeLabels: <T>(accountId: AccountId, work: (scope: LabelWriting) => Promise<T>): Promise<T> =>
    changing(async (tx) => {
      const modseq = await lockAccount(tx, accountId)
      const labels = await labelsOf(tx, wholeAccount(accountId))
      const taken = labels.map((one) => one.keyword)
      const result = await work({
        labels,
        insert: (label) =>
          insertLabel(tx, accountId, { ...label, keyword: keywordFor(label.name, taken) }),
        patch: (id, patch) => patchLabel(tx, accountId, { id, ...patch }),
        hide: (id) => hideLabel(tx, accountId, id),
      })
      const change: Change = { accountId, modseq, kind: 'folders', messageIds: [], detail: {} }
      return { result, changes: [await insertChange(tx, change)] }
    }),
  /** @returns how many messages changed. @throws label.not-found */
  setLabels: (accountId: AccountId, setting: LabelSetting): Promise<number> =>
    changing((tx) => setLabelsIn(tx, accountId, setting)),
  /** Takes a hidden label from some of its mails. @returns true when none was left and the label is gone */
  sweepLabel: (accountId: AccountId, labelId: LabelId): Promise<boolean> =>
    changing(async (tx) => {
      const modseq = await lockAccount(tx, accountId)
      const ids = await messagesOfLabel(tx, accountId, { labelId, limit: batch })
      if (ids.length === 0) {
        await deleteLabel(tx, accountId, labelId)
        return { result: true, changes: [] }
      }
      const wanted = ({ labels }: MovingRow) => labels.filter((one) => one !== labelId)
      const { changes } = await relabel(tx, accountId, { ids, modseq, wanted })
      return { result: false, changes }
    }),
})

/** @throws label.not-found */
export async function setLabelsIn(
  tx: Db,
  accountId: AccountId,
  { ids, add, remove, set }: LabelSetting,
): Promise<{ result: number; changes: Change[] }> {
  const modseq = await lockAccount(tx, accountId)
  const given = [...new Set(set ?? add)]
  const known = await knownLabels(tx, [accountId], given)
  if (known.length < given.length) throw new AppError('label.not-found')
  const gone = new Set(remove)
  const wanted = ({ labels }: MovingRow): LabelId[] =>
    set ? given : [...new Set([...labels, ...given])].filter((one) => !gone.has(one))
  return relabel(tx, accountId, { ids, modseq, wanted })
}

interface Relabelling {
  ids: readonly MessageId[]
  modseq: number
  wanted(row: MovingRow): LabelId[]
}

async function relabel(
  tx: Db,
  accountId: AccountId,
  { ids, modseq, wanted }: Relabelling,
): Promise<{ result: number; changes: Change[] }> {
  const rows = (await lockRows(tx, accountId, ids))
    .map((row) => ({ row, labels: wanted(row) }))
    .filter(({ row, labels }) => !sameLabels(row.labels, labels))
  if (rows.length === 0) return { result: 0, changes: [] }
  const added = rows.map(({ row, labels }) => ({ ...row, labels: without(labels, row.labels) }))
  const removed = rows.map(({ row, labels }) => ({ ...row, labels: without(row.labels, labels) }))
  await writeLabels(tx, accountId, {
    modseq,
    rows: rows.map(({ row, labels }) => ({ id: row.id, labels })),
  })
  await Promise.all([
    insertEntries(tx, accountId, entriesOf(added)),
    deleteEntries(tx, accountId, entriesOf(removed)),
    stepLabels(tx, accountId, sumSteps([...stepsOf(added, 1), ...stepsOf(removed, -1)])),
  ])
  const messageIds = rows.map(({ row }) => row.id)
  const change: Change = {
    accountId,
    modseq,
    kind: 'flags',
    messageIds,
    detail: { places: [...new Set(rows.map(({ row }) => row.folderId))] },
  }
  return { result: rows.length, changes: [await insertChange(tx, change)] }
}

const without = (labels: readonly LabelId[], others: readonly LabelId[]): LabelId[] =>
  labels.filter((one) => !others.includes(one))

const sameLabels = (one: readonly LabelId[], other: readonly LabelId[]): boolean =>
  one.length === other.length && without(one, other).length === 0

type Labelled = Pick<MovingRow, 'id' | 'folderId' | 'labels' | 'receivedAt' | 'seen' | 'size'>

/** A labelled message's entries in the index by label. */
const entriesOf = (rows: readonly Labelled[]): LabelEntry[] =>
  rows.flatMap(({ id, folderId, receivedAt, labels }) =>
    labels.map((labelId) => ({ labelId, folderId, receivedAt, messageId: id })),
  )

/** What messages count in their labels, added (1) or taken away (-1). */
const stepsOf = (rows: readonly Labelled[], sign: 1 | -1): LabelStep[] =>
  rows.flatMap(({ folderId, labels, seen, size }) =>
    labels.map((labelId) => ({
      labelId,
      folderId,
      total: sign,
      unread: seen ? 0 : sign,
      bytes: sign * size,
    })),
  )

/** One step for each label and folder: a statement may touch a row only once. */
function sumSteps(steps: readonly LabelStep[]): LabelStep[] {
  const sums = new Map<string, LabelStep>()
  for (const step of steps) {
    const key = `${step.labelId} ${step.folderId}`
    const sum = sums.get(key)
    if (!sum) sums.set(key, { ...step })
    else {
      sum.total += step.total
      sum.unread += step.unread
      sum.bytes += step.bytes
    }
  }
  return [...sums.values()]
}

/** Labelled messages move: index and counters follow, in the same transaction. */
export async function moveLabels(
  tx: Db,
  accountId: AccountId,
  { rows, target }: { rows: readonly Labelled[]; target: FolderId },
): Promise<void> {
  const labelled = rows.filter(({ labels }) => labels.length > 0)
  if (labelled.length === 0) return
  const arrived = labelled.map((row) => ({ ...row, folderId: target }))
  await Promise.all([
    placeEntries(tx, accountId, { entries: entriesOf(labelled), folderId: target }),
    stepLabels(tx, accountId, sumSteps([...stepsOf(labelled, -1), ...stepsOf(arrived, 1)])),
  ])
}

/** Labelled messages go for good. */
export async function dropLabels(
  tx: Db,
  accountId: AccountId,
  rows: readonly Labelled[],
): Promise<void> {
  const labelled = rows.filter(({ labels }) => labels.length > 0)
  if (labelled.length === 0) return
  await Promise.all([
    deleteEntries(tx, accountId, entriesOf(labelled)),
    stepLabels(tx, accountId, sumSteps(stepsOf(labelled, -1))),
  ])
}

/** New messages that come with labels (rules, imports). */
export async function addLabels(
  tx: Db,
  accountId: AccountId,
  rows: readonly Labelled[],
): Promise<void> {
  const labelled = rows.filter(({ labels }) => labels.length > 0)
  if (labelled.length === 0) return
  await Promise.all([
    insertEntries(tx, accountId, entriesOf(labelled)),
    stepLabels(tx, accountId, sumSteps(stepsOf(labelled, 1))),
  ])
}

/** Labelled messages were read (`by` -1) or marked as unread (1). */
export async function stepUnread(
  tx: Db,
  accountId: AccountId,
  rows: readonly (Pick<MovingRow, 'folderId' | 'labels'> & { by: number })[],
): Promise<void> {
  const steps = rows.flatMap(({ folderId, labels, by }) =>
    labels.map((labelId) => ({ labelId, folderId, total: 0, unread: by, bytes: 0 })),
  )
  if (steps.length > 0) await stepLabels(tx, accountId, sumSteps(steps))
}

/** Those labels of new copies that exist, as "account label". */
export async function existingLabels(
  tx: Db,
  copies: readonly { accountId: AccountId; labels?: readonly LabelId[] }[],
): Promise<Set<string>> {
  const wanted = copies.flatMap(({ labels = [] }) => [...labels])
  if (wanted.length === 0) return new Set()
  const known = await knownLabels(
    tx,
    copies.map((one) => one.accountId),
    wanted,
  )
  return new Set(known.map(({ accountId, id }) => `${accountId} ${asId<LabelId>(id)}`))
}
