import { exportLimits } from '@hongyan/contract/console-exports'
import { newToken, tokenHash } from '../../platform/crypto/tokens.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { SessionId } from '../../platform/ids.ts'
import type { AtWork, ConsoleSessions } from '../console/console.public.ts'
import {
  decide,
  type ExportPerson,
  type ExportRow,
  exportById,
  exportsPage,
  insertExport,
  insertExportTicket,
  isConcerned,
  isInOffice,
  lockExport,
  lockRules,
  type NewExport,
  noteDownload,
  openExports,
  peopleOf,
  rulesOf,
  setExportState,
  spendExportTicket,
  stuckOf,
} from './exports.queries.ts'
import { exportFile, exportLength } from './exports-file.ts'
import type { Reading } from './exports-item.ts'
import { rolesThatAsk, shownExport, standsIn } from './exports-view.ts'
import type { ExportWish } from './exports-wish.ts'
import { shownRules } from './four-eyes.ts'

export interface ExportParts {
  database: Database
  mailstore: Pick<Reading, 'pieces'>
  consoleSessions: Pick<ConsoleSessions, 'loginAt'>
  /** In the transaction that lets an export begin. */
  makeLater(tx: Db, exportId: number): Promise<void>
}

interface Page {
  before?: number | undefined
  pageSize: number
}

/** Exports of mail: asked for, agreed to by somebody else, fetched, let go. */
export function createExports(parts: ExportParts) {
  const { database } = parts
  /** @throws exports.not-there */
  const found = async ({ admin }: AtWork, id: number): Promise<ExportRow> => {
    const row = await exportById(database, id)
    if (row?.organisationId !== admin.organisationId) throw new AppError('exports.not-there')
    return row
  }
  return {
    found,
    list: async ({ admin }: AtWork, { before, pageSize: limit }: Page) => {
      const { organisationId } = admin
      const rows = await exportsPage(database, organisationId, { before: before ?? null, limit })
      const ids = rows.map(({ id }) => id)
      const people = Map.groupBy(await peopleOf(database, ids), ({ exportId }) => exportId)
      const stuck = await stuckOf(database, ids)
      return {
        list: rows.map((row) =>
          shownExport(row, { admin, people: people.get(row.id) ?? [], isStuck: stuck.has(row.id) }),
        ),
        fourEyes: await shownRules(database, admin, await rulesOf(database, organisationId)),
      }
    },
    ask: (work: AtWork, wish: ExportWish) => ask(parts, work, wish),
    decide: (work: AtWork, verdict: Verdict) =>
      database.transaction((tx) => decideIn({ ...parts, tx }, work, verdict)),
    end: ({ admin }: AtWork, id: number): Promise<void> =>
      database.transaction(async (tx) => {
        const row = await lockExport(tx, id)
        if (!row) throw new AppError('exports.not-there')
        if (!standsIn(row, admin)) throw new AppError('exports.not-yours')
        const state = ended[row.state]
        if (!state) throw new AppError('exports.over')
        await setExportState(tx, id, state)
      }),
    ticket: async ({ admin, caller }: AtWork, id: number): Promise<string> => {
      const row = await exportById(database, id)
      if (row?.organisationId !== admin.organisationId) throw new AppError('exports.not-there')
      if (!standsIn(row, admin)) throw new AppError('exports.not-yours')
      if (row.state !== 'ready') throw new AppError('exports.not-ready')
      const ticket = newToken()
      const hash = tokenHash(ticket)
      const { consoleHash } = caller
      await insertExportTicket(database, { hash, id, userId: admin.userId, consoleHash })
      return ticket
    },
    spend: (ticket: string) => spend(parts, ticket),
    /** The file, and how long it is where that can be said. */
    open: async ({ row, mayGoOn }: Pick<Spent, 'row' | 'mayGoOn'>) => {
      await noteDownload(database, row.id)
      return {
        length: await exportLength(parts, row),
        bytes: exportFile({ ...parts, mayGoOn }, row),
      }
    },
  }
}

export type Exports = ReturnType<typeof createExports>

const ended: Partial<Record<ExportRow['state'], ExportRow['state']>> = {
  waiting: 'withdrawn',
  working: 'withdrawn',
  ready: 'gone',
}

/** Somebody else has to agree: by the rule, to what an auditor asks for, and to what nobody is told of. */
async function ask({ database, makeLater }: ExportParts, { admin }: AtWork, wish: ExportWish) {
  const { organisationId } = admin
  return database.transaction(async (tx) => {
    // One after another asks, and nobody turns the rule meanwhile.
    const { fourEyes } = await lockRules(tx, organisationId)
    if ((await openExports(tx, organisationId)) >= exportLimits.open)
      throw new AppError('exports.many', { max: String(exportLimits.open) })
    const waits = fourEyes || admin.role === 'auditor' || wish.tell === 'never'
    const state: NewExport['state'] = waits ? 'waiting' : 'working'
    const asked = { askedBy: admin.userId, askedAddress: admin.address }
    const id = await insertExport(tx, organisationId, { ...wish, ...asked, fourEyes, state })
    if (!waits) await makeLater(tx, id)
    return { id, state }
  })
}

interface Verdict {
  id: number
  agree: boolean
  word: string
}

/**
 * Under the locks of the export and of both people: of two who decide at once, of an agreement and a withdrawal, and of an
 * agreement and a role that is taken away, one comes first.
 */
async function decideIn(
  { makeLater, tx }: Pick<ExportParts, 'makeLater'> & { tx: Db },
  { admin }: AtWork,
  { id, agree, word }: Verdict,
): Promise<void> {
  const row = await lockExport(tx, id)
  if (row?.organisationId !== admin.organisationId) throw new AppError('exports.not-there')
  if (!(await isInOffice(tx, admin.userId))) throw new AppError('console.not-allowed')
  if (row.askedBy === admin.userId) throw new AppError('exports.own-request')
  if (await isConcerned(tx, id, admin.userId)) throw new AppError('exports.own-mail')
  if (row.state !== 'waiting') throw new AppError('exports.not-waiting')
  if (agree && !(await isInOffice(tx, row.askedBy, rolesThatAsk)))
    throw new AppError('exports.asker-out')
  const { userId: by, address } = admin
  await decide(tx, id, { state: agree ? 'working' : 'refused', by, address, word })
  if (agree) await makeLater(tx, id)
}

/** A fetching that may begin. */
interface Spent {
  row: ExportRow
  people: ExportPerson[]
  by: string
  /** The login it belongs to. */
  sessionId: SessionId
  /** Asked while it goes on: who withdraws it, loses the office or leaves the console gets no more of it. */
  mayGoOn(): Promise<boolean>
}

/** @throws exports.ticket */
async function spend({ database, consoleSessions }: ExportParts, ticket: string): Promise<Spent> {
  const spent = await spendExportTicket(database, tokenHash(ticket))
  const row = spent && (await exportById(database, spent.id))
  if (!spent || !row) throw new AppError('exports.ticket')
  const { userId, consoleHash } = spent
  const login = async (): Promise<SessionId | null> => {
    const isReady = (await exportById(database, row.id))?.state === 'ready'
    const isAllowed = isReady && (await isInOffice(database, userId))
    return isAllowed ? consoleSessions.loginAt(consoleHash) : null
  }
  const sessionId = await login()
  if (sessionId === null) throw new AppError('exports.ticket')
  const people = await peopleOf(database, [row.id])
  const by = row.askedBy === userId ? row.askedAddress : row.decidedAddress
  return { row, people, by, sessionId, mayGoOn: async () => (await login()) !== null }
}
