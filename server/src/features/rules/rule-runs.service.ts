import type { RuleRun } from '@hongyan/contract/rules'
import { z } from 'zod'
import { type Change, type MessageRow, type Viewer, wholeAccount } from '../../mailstore/types.ts'
import type { Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import {
  type AccountId,
  asId,
  type FolderId,
  type LabelId,
  type MessageId,
} from '../../platform/ids.ts'
import { createPiecework, type Piecework } from '../../platform/jobs/piecework.ts'
import { factsOfRow } from './mail-facts.ts'
import { firstMatch } from './rule-match.ts'
import {
  insertRun,
  lastRun,
  lockRun,
  type RuleRow,
  type RunRow,
  rulesOf,
  type StoredAction,
  stepRun,
  stopRun,
} from './rules.queries.ts'
import type { RulesDeps } from './rules-deps.ts'

/** Messages of one step: each is a transaction, after which the run can be stopped. */
const stepSize = 100

interface RunRequest {
  ruleIds: readonly number[] | null
  folderId: FolderId | null
}

/** Rules over mail that is there already: a job. Forward and reject are for new mail alone. */
export function createRuleRuns(deps: RulesDeps) {
  const work = createPiecework(deps, {
    task: 'run-rules',
    place: z.object({ accountId: z.number().transform(asId<AccountId>), runId: z.number() }),
    piece: ({ accountId, runId }) => step(deps, accountId, runId),
  })
  return {
    /** @throws rule.running, rule.nothing-to-run, folder.not-found, item.not-found */
    run: (viewer: Viewer, request: RunRequest) => start({ ...deps, work }, viewer, request),
    runState: async ({ accountId, hidden }: Viewer): Promise<RuleRun | null> => {
      const run = await lastRun(deps.database, accountId, hidden)
      return run && asRun(run)
    },
    /** @throws item.not-found */
    stopRun: async ({ accountId, hidden }: Viewer, runId: number): Promise<void> => {
      const stopped = await stopRun(deps.database, accountId, { id: runId, hidden })
      if (stopped === 0) throw new AppError('item.not-found')
    },
  }
}

async function start(
  {
    database,
    mailstore,
    work,
  }: RulesDeps & { work: Piecework<{ accountId: AccountId; runId: number }> },
  { accountId, hidden }: Viewer,
  { ruleIds, folderId }: RunRequest,
): Promise<RuleRun> {
  const folder = folderId
    ? await mailstore.folder(accountId, folderId)
    : await mailstore.folderByRole(accountId, 'inbox')
  if (!folder || hidden.includes(folder.id) || folder.role === 'drafts')
    throw new AppError('folder.not-found')
  const rules = await rulesOf(database, accountId)
  if (ruleIds?.some((id) => !rules.some((rule) => rule.id === id)))
    throw new AppError('item.not-found')
  const chosen = rules.filter((rule) => (ruleIds ? ruleIds.includes(rule.id) : rule.enabled))
  if (!chosen.some(({ action }) => sorts(action))) throw new AppError('rule.nothing-to-run')
  const run = await database.transaction(async (tx) => {
    const made = await insertRun(tx, accountId, {
      folderId: folder.id,
      ruleIds: chosen.map(({ id }) => id),
      total: folder.total,
      below: folder.uidNext,
    })
    if (made) await work.enqueue(tx, { accountId, runId: made.id })
    return made
  })
  if (!run) throw new AppError('rule.running')
  return asRun(run)
}

/** Does something that old mail can have done to it. */
const sorts = ({ moveTo, labelIds, star, markRead }: StoredAction): boolean =>
  moveTo !== null || labelIds.length > 0 || star || markRead

const asRun = ({ id, folderId, state, total, done, changed }: RunRow): RuleRun => ({
  runId: id,
  state,
  mailboxId: folderId,
  total: Math.max(total, done),
  done,
  changed,
})

/** One piece of the work; @returns whether there is more. A crash repeats at most this piece. */
async function step(deps: RulesDeps, accountId: AccountId, runId: number): Promise<boolean> {
  const { database, mailstore } = deps
  const seen = await lastRun(database, accountId)
  if (seen?.id !== runId || seen.state !== 'running') return false
  const rows = await mailstore.rowsBelow(accountId, {
    folderId: seen.folderId,
    uid: seen.below,
    limit: stepSize,
  })
  const rules = (await rulesOf(database, accountId)).filter(({ id }) => seen.ruleIds.includes(id))
  const planned = await planWork(deps, rows, rules)
  const below = rows.at(-1)?.uid ?? 0
  const end = rows.length < stepSize
  const changes = await database.transaction(async (tx) => {
    const run = await lockRun(tx, accountId, runId)
    if (run?.below !== seen.below) return null
    const work = await stillThere(deps, tx, { accountId, work: planned })
    const told = await apply(deps, tx, { accountId, work })
    const changed = work.reduce((sum, { ids }) => sum + ids.length, 0)
    await stepRun(tx, accountId, { id: runId, done: rows.length, changed, below, end })
    return told
  })
  if (changes) mailstore.announce(changes)
  return changes !== null && !end
}

interface Work {
  action: StoredAction
  ids: MessageId[]
}

/** Which messages each rule takes: the first that matches, as at delivery. */
async function planWork(
  { mailstore }: RulesDeps,
  rows: readonly (MessageRow & { blob: Buffer })[],
  rules: readonly RuleRow[],
): Promise<Work[]> {
  const taken = new Map<RuleRow, MessageId[]>()
  for (const row of rows) {
    const rule = await firstMatch(
      rules,
      factsOfRow(row, {
        message: () => mailstore.open(row),
        text: async (max) => mailstore.plainText(await mailstore.raw(row), max, { given: true }),
      }),
    )
    if (rule && sorts(rule.action)) taken.set(rule, [...(taken.get(rule) ?? []), row.id])
  }
  return [...taken].map(([{ action }, ids]) => ({ action, ids }))
}

/** Labels and folders that are gone are left out: one that goes while the work was planned would fail all of it. */
async function stillThere(
  { mailstore }: RulesDeps,
  tx: Db,
  { accountId, work }: { accountId: AccountId; work: readonly Work[] },
): Promise<Work[]> {
  const [labelRows, folderRows] = await Promise.all([
    mailstore.labelsIn(tx, wholeAccount(accountId)),
    mailstore.foldersIn(tx, accountId),
  ])
  const labels = new Set(labelRows.map(({ id }) => id))
  const folders = new Set(folderRows.map(({ id }) => id))
  return work.map(({ action, ids }) => ({
    ids,
    action: {
      ...action,
      labelIds: action.labelIds.filter((id) => labels.has(asId<LabelId>(id))),
      moveTo: action.moveTo !== null && folders.has(asId(action.moveTo)) ? action.moveTo : null,
    },
  }))
}

async function apply(
  { mailstore }: RulesDeps,
  tx: Db,
  { accountId, work }: { accountId: AccountId; work: readonly Work[] },
): Promise<Change[]> {
  const changes: Change[] = []
  for (const { action, ids } of work) {
    if (action.star) {
      const change = { ids, flag: 'starred' as const, value: true }
      changes.push(...(await mailstore.setFlagIn(tx, accountId, change)))
    }
    if (action.markRead) {
      const change = { ids, flag: 'seen' as const, value: true }
      changes.push(...(await mailstore.setFlagIn(tx, accountId, change)))
    }
    if (action.labelIds.length > 0) {
      const add = action.labelIds.map((id) => asId<LabelId>(id))
      const setting = { ids, add, remove: [], set: null }
      changes.push(...(await mailstore.setLabelsIn(tx, accountId, setting)).changes)
    }
    if (action.moveTo !== null) {
      const target = asId<FolderId>(action.moveTo)
      changes.push(...(await mailstore.moveIn(tx, accountId, { ids, target })).changes)
    }
  }
  return changes
}
