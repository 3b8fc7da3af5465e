import { listLimits, type PersonField } from '@hongyan/contract/console-lists'
import { decodeUnlabelled } from '@hongyan/mime/charset/charset'
import { z } from 'zod'
import { seal, unseal } from '../../../platform/crypto/seal.ts'
import type { Database, Db } from '../../../platform/db/pool.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { createPiecework } from '../../../platform/jobs/piecework.ts'
import type { AtWork } from '../at-work.ts'
import type { ConsoleActs } from '../console-acts.ts'
import { adminOf } from '../console-sessions.queries.ts'
import { type ApplyParts, applyPiece } from './apply.ts'
import { readCsv } from './csv.ts'
import { departmentsFor, domainsOf, type Item, type Judging, judgeAll, spelled } from './judge.ts'
import { everybodyAfter } from './known.queries.ts'
import {
  columnsOf,
  exportHead,
  exportLine,
  resultHead,
  resultLine,
  rowOf,
  type Wanted,
} from './people-csv.ts'
import {
  insertRows,
  insertRun,
  isWorking,
  latestRuns,
  lockRun,
  lockRuns,
  type NewRow,
  type Outcome,
  type RunRow,
  resultsAfter,
  rowsAfter,
  runById,
  setCounts,
  setRunState,
  sweepRuns,
} from './people-runs.queries.ts'

export interface ListParts extends Omit<ApplyParts, 'box'> {
  database: Database
  jobs: Jobs
  acts: ConsoleActs
  /** Seals passwords that wait. */
  key: Buffer
}

type Language = 'zh' | 'en'
/** Rows that are judged together: some milliseconds of the loop. */
const judgedAtOnce = 500
const about = 'password of a list of people'

export type PeopleLists = ReturnType<typeof createPeopleLists>

/** Lists of people: judged first, then worked off as a job, and everybody as a list. */
export function createPeopleLists(parts: ListParts) {
  const { database, jobs, acts, key } = parts
  const box = {
    close: (password: string) => seal(key, Buffer.from(password), about).toString('base64'),
    open: (sealed: Buffer) => unseal(key, sealed, about).toString(),
  }
  const piecework = createPiecework(
    { database, jobs },
    {
      task: 'people-list',
      place: z.object({ runId: z.number() }),
      piece: async ({ runId }) => {
        const run = await runById(database, runId)
        if (run?.state !== 'working') return false
        const admin = run.userId === null ? null : await adminOf(database, run.userId)
        if (run.userId !== null && admin === null) {
          // Whoever began it has no role any more.
          await setRunState(database, runId, 'stopped')
          return false
        }
        // What the directory says is judged by nobody's powers, whoever asked for it.
        return applyPiece({ ...parts, box }, run, run.kind === 'directory' ? null : admin)
      },
    },
  )
  /** @throws console.list-gone */
  const found = async ({ admin }: AtWork, runId: number): Promise<RunRow> => {
    const run = await runById(database, runId)
    const isMine = run?.userId === admin.userId || admin.role !== 'department'
    if (!run || run.organisationId !== admin.organisationId || !isMine)
      throw new AppError('console.list-gone')
    return run
  }
  const judge = judging(parts, box)
  return {
    judge,
    check: async (work: AtWork, { name, file, zone }: NewFile): Promise<{ runId: number }> => {
      const items = await itemsOf(Buffer.from(file, 'base64'), zone)
      const { admin, ip } = work
      const who = { userId: admin.userId, who: admin.address, ip }
      const run = { organisationId: admin.organisationId, kind: 'csv' as const, name, ...who }
      return { runId: await judge(run, { items, judging: admin }) }
    },
    list: async ({ admin }: AtWork) => {
      const of = admin.role === 'department' ? admin.userId : null
      return { list: (await latestRuns(database, admin.organisationId, of)).map(shownRun) }
    },
    rows: async (work: AtWork, runId: number, page: Page) => ({
      run: shownRun(await found(work, runId)),
      list: await rowsAfter(database, runId, page),
    }),
    start: async (work: AtWork, runId: number): Promise<void> => {
      const run = await found(work, runId)
      const details = { list: run.name, new: run.counts.new, changed: run.counts.changed }
      await acts.doing(work, { act: 'list-started', whom: run.name, details }, () =>
        database.transaction(async (tx) => {
          await lockRuns(tx, run.organisationId)
          const now = await lockRun(tx, runId)
          if (now?.state !== 'checked' && now?.state !== 'asking')
            throw new AppError('console.list-over')
          if (await isWorking(tx, run.organisationId)) throw new AppError('console.list-busy')
          await setRunState(tx, runId, 'working')
          await piecework.enqueue(tx, { runId })
        }),
      )
    },
    stop: async (work: AtWork, runId: number): Promise<void> => {
      const run = await found(work, runId)
      await acts.doing(work, { act: 'list-stopped', whom: run.name }, () =>
        database.transaction(async (tx) => {
          const now = await lockRun(tx, runId)
          if (now && ['working', 'checked', 'asking'].includes(now.state))
            await setRunState(tx, runId, 'stopped')
        }),
      )
    },
    result: async (work: AtWork, runId: number, language: Language) => {
      const run = await found(work, runId)
      return acts.doing(work, { act: 'list-result', whom: run.name }, async () =>
        results({ database, open: box.open }, runId, language),
      )
    },
    everybody: (work: AtWork, language: Language) =>
      acts.doing(work, { act: 'people-exported' }, async () => everybody(database, work, language)),
    ...byItself(database, (tx, runId) => piecework.enqueue(tx, { runId })),
    sweep: () => sweepRuns(database),
  }
}

/** What is done without an administrator, by the schedule of the directory. */
const byItself = (database: Database, enqueue: (tx: Db, runId: number) => Promise<void>) => ({
  startNow: ({ organisationId }: Pick<RunRow, 'organisationId'>, runId: number): Promise<boolean> =>
    database.transaction(async (tx) => {
      await lockRuns(tx, organisationId)
      const now = await lockRun(tx, runId)
      if (now?.state !== 'checked' || (await isWorking(tx, organisationId))) return false
      await setRunState(tx, runId, 'working')
      await enqueue(tx, runId)
      return true
    }),
  /** An administrator decides. */
  ask: (runId: number) => setRunState(database, runId, 'asking'),
  disablingOf: async (runId: number): Promise<number> =>
    (await runById(database, runId))?.disabling ?? 0,
})

interface NewFile {
  name: string
  /** Base64. */
  file: string
  /** Hours east of GMT in which days end. */
  zone: number
}

interface Page {
  outcome: Outcome | null
  after: number
  limit: number
}

export interface ListItem extends Item {
  password: string
}

/** @throws console.list-empty, console.list-columns, console.list-long */
async function itemsOf(bytes: Buffer, zone: number): Promise<ListItem[]> {
  const rows = await readCsv(decodeUnlabelled(bytes), listLimits.rows + 1)
  if (!rows) throw new AppError('console.list-long', { max: String(listLimits.rows) })
  const [head = [], ...rest] = rows
  const named = columnsOf(head)
  if (!named.includes('address')) throw new AppError('console.list-columns')
  if (rest.length === 0) throw new AppError('console.list-empty')
  return rest.map((cells) => rowOf(cells, named, zone))
}

type NewRun = Omit<Parameters<typeof insertRun>[1], 'state'>

/** Judges a list and keeps it with what was found. @returns its number */
const judging =
  ({ database, directory }: ListParts, box: ApplyParts['box']) =>
  async (
    run: NewRun,
    { items, judging: by }: { items: readonly ListItem[]; judging: Judging },
  ): Promise<number> => {
    const domains = await domainsOf(directory)
    const [domain = 'localhost'] = domains
    const departments = await departmentsFor(database, run.organisationId, by)
    const ground = { judging: by, departments, domains, taken: new Set<string>() }
    const counts: Record<Outcome, number> = { new: 0, changed: 0, same: 0, refused: 0 }
    let disabling = 0
    const runId = await insertRun(database, { ...run, state: 'old' })
    for (let at = 0; at < items.length; at += judgedAtOnce) {
      const some = items.slice(at, at + judgedAtOnce).map(({ wanted, ...rest }) => ({
        ...rest,
        wanted: spelled(wanted, domain),
      }))
      const verdicts = await judgeAll(database, run.organisationId, { items: some, ...ground })
      const rows = some.map(({ wanted, password }, index): NewRow => {
        const { outcome = 'refused', fields = [], why = null, known = null } = verdicts[index] ?? {}
        counts[outcome]++
        if (shuts(wanted, fields)) disabling++
        const isNew = outcome === 'new' && password !== ''
        return {
          seq: at + index + 1,
          address: wanted.address.slice(0, 320),
          name: (wanted.name ?? known?.name ?? '').slice(0, 60),
          wanted,
          outcome,
          fields,
          why,
          password: isNew ? box.close(password) : '',
        }
      })
      await insertRows(database, runId, rows)
    }
    await setCounts(database, runId, { total: items.length, counts, disabling })
    await setRunState(database, runId, 'checked')
    return runId
  }

const shuts = ({ disabled }: Wanted, fields: readonly PersonField[]): boolean =>
  disabled === true && fields.includes('disabled')

const shownRun = ({ id, kind, name, who, createdAt, ...run }: RunRow) => ({
  id,
  kind,
  name,
  who,
  at: createdAt.toISOString(),
  state: run.state,
  total: run.total,
  counts: run.counts,
  done: run.done,
  failed: run.failed,
  disabling: run.disabling,
})

const pageSize = 500

async function* results(
  { database, open }: { database: Database; open: (sealed: Buffer) => string },
  runId: number,
  language: Language,
): AsyncGenerator<Buffer> {
  yield Buffer.from(resultHead(language))
  for (let after = 0; ; ) {
    const rows = await resultsAfter(database, runId, { after, limit: pageSize })
    const last = rows.at(-1)
    if (!last) return
    const lines = rows.map(({ sealed, ...row }) =>
      resultLine({ ...row, password: sealed ? open(sealed) : '' }, language),
    )
    yield Buffer.from(lines.join(''))
    after = last.seq
  }
}

async function* everybody(
  database: Database,
  { admin }: AtWork,
  language: Language,
): AsyncGenerator<Buffer> {
  const { seen, paths } = await departmentsFor(database, admin.organisationId, admin)
  yield Buffer.from(exportHead(language))
  for (let after = 0; ; ) {
    const people = await everybodyAfter(database, admin.organisationId, { after, limit: pageSize })
    const last = people.at(-1)
    if (!last) return
    const lines = people
      .filter(({ departmentId: id }) => seen === null || (id !== null && seen.has(id)))
      .map((one) =>
        exportLine(
          { ...one, path: one.departmentId === null ? [] : (paths.get(one.departmentId) ?? []) },
          language,
        ),
      )
    yield Buffer.from(lines.join(''))
    after = last.accountId
  }
}
