import type { RowRefusal } from '@hongyan/contract/console-lists'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Db } from '../../../platform/db/pool.ts'
import { AppError } from '../../../platform/errors.ts'
import type { AccountId, OrganisationId } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import type { Directory } from '../../directory/directory.public.ts'
import type { Sessions } from '../../session/session.public.ts'
import { lockDepartments, lockRoles } from '../console-people.queries.ts'
import { madePassword } from '../made-password.ts'
import { noteShut, tiePeople } from './directory-sync.queries.ts'
import {
  aliasChange,
  type Departments,
  departmentsFor,
  domainsOf,
  type Judging,
  judgeAll,
  type Verdict,
} from './judge.ts'
import type { KnownPerson } from './known.queries.ts'
import { pathText, type Wanted } from './people-csv.ts'
import {
  changePeople,
  type DoneRow,
  endMailboxes,
  endRows,
  lockRun,
  openRows,
  type RunRow,
  setRunState,
  stepRun,
} from './people-runs.queries.ts'

export interface ApplyParts {
  database: Database
  directory: Directory
  sessions: Pick<Sessions, 'endAll'>
  clock: Clock
  log: Log
  /** Passwords that wait, closed and open. */
  box: { close(password: string): string; open(sealed: Buffer): string }
}

/** Rows of one transaction. */
const atOnce = 100

interface Item {
  seq: number
  wanted: Wanted
  bad: RowRefusal | null
  password: string
  /** Nobody gave it: it was made here and is shown once. */
  made: boolean
  hash: string
}

/**
 * Does the next rows of a list. They are judged once more, and what is done is noted in the same transaction: a crash
 * does nothing twice. @returns false when there is nothing more to do
 */
export async function applyPiece(
  parts: ApplyParts,
  run: RunRow,
  judging: Judging,
): Promise<boolean> {
  const { database } = parts
  const open = await openRows(database, run.id, atOnce)
  if (open.length === 0) {
    await database.transaction(async (tx) => {
      const now = await lockRun(tx, run.id)
      if (now?.state === 'working') await setRunState(tx, run.id, 'done')
    })
    return false
  }
  await makeDepartments(parts, run, { judging, wanted: open.map(({ wanted }) => wanted) })
  const items = await Promise.all(
    open.map(async ({ seq, wanted, sealed }): Promise<Item> => {
      const given = sealed ? parts.box.open(sealed) : ''
      return { seq, wanted, bad: null, password: given, made: given === '', hash: '' }
    }),
  )
  return together(parts, run, { judging, items })
}

interface Piece {
  judging: Judging
  items: readonly Item[]
}

/** All of them, and where the database refuses one of them, each alone. */
async function together(parts: ApplyParts, run: RunRow, piece: Piece): Promise<boolean> {
  try {
    return await applyAll(parts, run, piece)
  } catch (thrown) {
    const [first] = piece.items
    if (piece.items.length > 1) {
      for (const one of piece.items)
        if (!(await together(parts, run, { ...piece, items: [one] }))) return false
      return true
    }
    if (!(thrown instanceof AppError) || !first) throw thrown
    parts.log.warn({ row: first.seq, code: thrown.code }, 'a row of a list of people failed')
    await parts.database.transaction(async (tx) => {
      const why: RowRefusal = thrown.code === 'alias.taken' ? 'taken' : 'failed'
      const rows = [{ seq: first.seq, did: 'failed' as const, why, password: '' }]
      if ((await endRows(tx, run.id, rows)) > 0) await stepRun(tx, run.id, { done: 0, failed: 1 })
    })
    return true
  }
}

async function applyAll(
  parts: ApplyParts,
  run: RunRow,
  { judging, items }: Piece,
): Promise<boolean> {
  const { database, directory } = parts
  const { organisationId } = run
  const domains = await domainsOf(directory)
  const judged = async (db: Db | Database) =>
    judgeAll(db, organisationId, {
      items,
      judging,
      domains,
      departments: await departmentsFor(db, organisationId, judging),
      taken: new Set(),
    })
  // Outside of the transaction, and off the main loop: a hash costs some 20 ms of a processor.
  const before = await judged(database)
  for (const [at, item] of items.entries())
    if (before[at]?.outcome === 'new' && item.hash === '') {
      if (item.made) item.password = madePassword()
      item.hash = await directory.hashFor(item.password, { made: item.made })
    }
  const shut: AccountId[] = []
  const went = await database.transaction(async (tx) => {
    const now = await lockRun(tx, run.id)
    if (now?.state !== 'working') return false
    await lockRoles(tx, organisationId)
    const verdicts = await judged(tx)
    const departments = await departmentsFor(tx, organisationId, judging)
    await makeNew(parts, tx, { organisationId, departments, items, verdicts })
    shut.push(...(await changeKnown(parts, tx, { departments, items, verdicts })))
    await note(parts, tx, { run, items, verdicts })
    return true
  })
  for (const accountId of shut) await parts.sessions.endAll(accountId, 'disabled by a list')
  return went
}

interface Decided {
  departments: Departments
  items: readonly Item[]
  verdicts: readonly Verdict[]
}

const idFor = ({ ids }: Departments, path: readonly string[] = []): number | null =>
  path.length === 0 ? null : (ids.get(pathText(path)) ?? null)

export async function makeNew(
  { directory }: Pick<ApplyParts, 'directory'>,
  tx: Db,
  { organisationId, departments, items, verdicts }: Decided & { organisationId: OrganisationId },
): Promise<void> {
  const fresh = items.filter((item, at) => verdicts[at]?.outcome === 'new' && item.hash !== '')
  if (fresh.length === 0) return
  const ids = await directory.createPeopleIn(
    tx,
    organisationId,
    fresh.map(({ wanted, hash }) => ({
      address: wanted.address,
      name: wanted.name ?? '',
      departmentId: idFor(departments, wanted.department),
      duties: wanted.duties ?? '',
      phone: wanted.phone ?? '',
      quotaBytes: wanted.quotaBytes,
      aliases: (wanted.aliases ?? []).filter((one) => one !== wanted.address),
      passwordHash: hash,
      temporary: true,
    })),
  )
  await keepTies(
    tx,
    fresh.flatMap(({ wanted }) => {
      const accountId = ids.get(wanted.address)
      return accountId === undefined ? [] : [{ wanted, accountId, fresh: true }]
    }),
  )
  const ends = fresh.flatMap(({ wanted: { address, validUntil } }) =>
    validUntil ? [{ accountId: ids.get(address) ?? 0, validUntil }] : [],
  )
  if (ends.length > 0) await endMailboxes(tx, ends)
  for (const { wanted } of fresh)
    if (wanted.disabled) {
      const id = ids.get(wanted.address)
      if (id) await directory.setDisabledIn(tx, id, true)
    }
}

/** @returns accounts whose logins end */
export async function changeKnown(
  { directory, clock }: Pick<ApplyParts, 'directory' | 'clock'>,
  tx: Db,
  { departments, items, verdicts }: Decided,
): Promise<AccountId[]> {
  const changed = items.flatMap(({ wanted }, at) => {
    const { outcome, known } = verdicts[at] ?? {}
    return outcome === 'changed' && known ? [{ wanted, known }] : []
  })
  if (changed.length === 0) return []
  await changePeople(
    tx,
    changed.map(({ wanted, known }) => becoming(wanted, known, departments)),
  )
  await keepTies(
    tx,
    changed.map(({ wanted, known }) => ({ wanted, accountId: known.accountId, fresh: false })),
  )
  const shut: AccountId[] = []
  for (const { wanted, known } of changed) {
    const aliases = aliasChange(wanted, known)
    if (aliases) await directory.given.changeIn(tx, known.accountId, aliases)
    if (wanted.disabled !== undefined && wanted.disabled !== known.disabled) {
      await directory.setDisabledIn(tx, known.accountId, wanted.disabled)
      if (wanted.disabled) shut.push(known.accountId)
    }
    if (wanted.validUntil && new Date(wanted.validUntil) <= clock.now()) shut.push(known.accountId)
  }
  return shut
}

/** What the directory says of who comes in: it knows the password, and who is shut out. */
async function keepTies(
  tx: Db,
  people: readonly { wanted: Wanted; accountId: AccountId; fresh: boolean }[],
): Promise<void> {
  const ties = people.flatMap(({ wanted: { directoryId }, accountId, fresh }) =>
    directoryId === undefined ? [] : [{ accountId, directoryId, fresh }],
  )
  if (ties.length === 0) return
  await tiePeople(tx, ties)
  const shut = people.flatMap(({ wanted: { disabled, directoryId }, accountId }) =>
    disabled === undefined || directoryId === undefined ? [] : [{ accountId, shut: disabled }],
  )
  await noteShut(tx, shut)
}

const becoming = (wanted: Wanted, known: KnownPerson, departments: Departments) => ({
  accountId: known.accountId,
  userId: known.userId,
  name: wanted.name ?? known.name,
  departmentId:
    wanted.department === undefined ? known.departmentId : idFor(departments, wanted.department),
  duties: wanted.duties ?? known.duties,
  phone: wanted.phone ?? known.phone,
  quotaBytes: wanted.quotaBytes ?? known.quotaBytes,
  validUntil:
    wanted.validUntil === undefined ? (known.validUntil?.toISOString() ?? null) : wanted.validUntil,
})

async function note(
  { box }: ApplyParts,
  tx: Db,
  { run, items, verdicts }: { run: RunRow } & Omit<Decided, 'departments'>,
): Promise<void> {
  const rows = items.flatMap(({ seq, made, password, hash }, at): DoneRow[] => {
    const verdict = verdicts[at]
    // One who came to be since it was judged: again with the next piece.
    if (!verdict || (verdict.outcome === 'new' && hash === '')) return []
    const did = verdict.outcome === 'refused' ? 'failed' : 'done'
    const shown = verdict.outcome === 'new' && made ? box.close(password) : ''
    return [{ seq, did, why: verdict.why, password: shown }]
  })
  await endRows(tx, run.id, rows)
  const failed = rows.filter(({ did }) => did === 'failed').length
  await stepRun(tx, run.id, { done: rows.length - failed, failed })
}

/** Departments that a list names and that are not there; for who may make them. */
export async function makeDepartments(
  { database, directory }: Pick<ApplyParts, 'database' | 'directory'>,
  { organisationId }: Pick<RunRow, 'organisationId'>,
  { judging, wanted }: { judging: Judging; wanted: readonly Wanted[] },
): Promise<void> {
  if (judging?.role === 'department') return
  const paths = new Map(
    wanted.flatMap(({ department = [] }) =>
      department.length > 0 ? [[pathText(department), department] as const] : [],
    ),
  )
  const { ids } = await departmentsFor(database, organisationId, judging)
  if ([...paths.keys()].every((one) => ids.has(one))) return
  await database.transaction(async (tx) => {
    await lockDepartments(tx, organisationId)
    const { ids: there } = await departmentsFor(tx, organisationId, judging)
    for (const path of paths.values())
      for (let depth = 1; depth <= path.length; depth++) {
        const text = pathText(path.slice(0, depth))
        if (there.has(text)) continue
        const parentId = there.get(pathText(path.slice(0, depth - 1)))
        const place = parentId === undefined ? {} : { parentId }
        const name = path[depth - 1] ?? ''
        there.set(
          text,
          await directory.createDepartment({ organisationId, name, sort: 0, ...place }, tx),
        )
      }
  })
}
