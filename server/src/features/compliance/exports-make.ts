import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { exportLimits } from '@hongyan/contract/console-exports'
import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { createPiecework } from '../../platform/jobs/piecework.ts'
import type { ConsoleActs } from '../console/console.public.ts'
import {
  type ExportPerson,
  type ExportRow,
  exportById,
  failExport,
  peopleOf,
} from './exports.queries.ts'
import { folderPaths, indexHead, itemOf, type Reading } from './exports-item.ts'
import {
  addItems,
  finishExport,
  itemsAfter,
  type NewItem,
  nextPerson,
  type SourceRow,
  sourceRows,
  stepPerson,
  workingBefore,
} from './exports-items.queries.ts'

export interface MakeParts {
  database: Database
  mailstore: Reading
  clock: Clock
  jobs: Jobs
  acts: ConsoleActs
  /** In the transaction that ends an export. */
  alarm(tx: Db, to: OrganisationId, what: { about: string; figure: number }): Promise<void>
  tellLater(tx: Db, exportId: number): Promise<void>
}

/** Mails of one piece, and their bytes: some seconds, so that a process that is stopped ends it in time. */
const pieceMails = 200
const pieceBytes = 64 * 1024 * 1024
const page = 1_000
/** Exports that are made at once: other jobs find room beside them. */
const atOnce = 2
const day = 24 * 3_600_000

/** Makes exports: what a file is made of is gathered piece by piece, each in one transaction with how far the work is. */
export function createExportMaking(parts: MakeParts) {
  const { database, jobs } = parts
  return createPiecework(
    { database, jobs },
    {
      task: 'make-mail-export',
      place: z.object({ exportId: z.number() }),
      piece: async ({ exportId }) => {
        const row = await exportById(database, exportId)
        if (row?.state !== 'working') return false
        if (row.mails > exportLimits.mails || row.bytes > exportLimits.bytes)
          throw new AppError('exports.too-large')
        if ((await workingBefore(database, exportId)) >= atOnce) return 'later'
        const person = await nextPerson(database, exportId)
        if (person) return gather(parts, row, person)
        await finish(parts, row)
        return false
      },
      fail: async ({ exportId }, trouble) => {
        // Any other is one of the moment.
        if (trouble.code !== 'exports.too-large') throw trouble
        await failExport(database, exportId, trouble.code)
      },
    },
  )
}

const following = { mailbox: 'deleted', deleted: 'kept', kept: 'done', done: 'done' } as const

/** The next mails of a person. */
async function gather(
  { database, mailstore }: MakeParts,
  row: ExportRow,
  person: ExportPerson,
): Promise<true> {
  if (!person.whole && person.source !== 'kept') {
    await database.transaction((tx) => stepPerson(tx, person, { source: 'kept', lastId: 0 }))
    return true
  }
  const found = await sourceRows(database, person, { ...row, limit: pieceMails })
  const rows = withinBytes(found)
  const folders = await folderPaths(mailstore, person.accountId)
  const items: NewItem[] = []
  for (const one of rows) {
    const item = await itemOf(mailstore, one, { person, folders, party: row.party })
    if (item) items.push(item)
  }
  const isLast = rows.length === found.length && found.length < pieceMails
  const next = isLast
    ? { source: following[person.source], lastId: 0 }
    : { source: person.source, lastId: rows.at(-1)?.id ?? person.lastId }
  await database.transaction(async (tx) => {
    if (await stepPerson(tx, person, next)) await addItems(tx, person, items)
  })
  return true
}

/** As many as fit, one at least. */
function withinBytes(rows: readonly SourceRow[]): readonly SourceRow[] {
  let bytes = 0
  const end = rows.findIndex(({ size }) => {
    bytes += size
    return bytes > pieceBytes
  })
  return end < 0 ? rows : rows.slice(0, Math.max(end, 1))
}

/** All is gathered: the index is summed up, the manifest written. Begun anew after a crash. */
async function finish({ database, clock, acts, ...parts }: MakeParts, row: ExportRow) {
  const people = await peopleOf(database, [row.id])
  const doer = {
    admin: {
      organisationId: row.organisationId,
      address: row.decidedAddress || row.askedAddress,
    },
    ip: '',
  }
  const madeAt = clock.now()
  const index = await sumOfIndex(database, row.id)
  const manifest = manifestOf(row, { people, madeAt, index })
  const { mails, bytes } = row
  const details = { export: row.id, mails, bytes, index: index.sha256 }
  const made = { act: 'export-made', whom: namesOf(people), details }
  await acts.doing(doer, made, () =>
    database.transaction(async (tx) => {
      const count = await finishExport(tx, row.id, {
        indexSize: index.size,
        indexCrc: index.crc,
        manifest,
        madeAt,
        expiresAt: new Date(madeAt.getTime() + exportLimits.readyDays * day),
        tellAt:
          row.tell === 'never' ? null : new Date(madeAt.getTime() + (row.tellDays ?? 0) * day),
      })
      if (count === 0) throw new AppError('exports.over')
      const about = `#${row.id} ${row.askedAddress}`
      await parts.alarm(tx, row.organisationId, { about, figure: mails })
      if (row.tell === 'now') await parts.tellLater(tx, row.id)
    }),
  )
}

/** The index as it is in the file, a page of lines at a time. */
export async function* indexOf(database: Database, exportId: number): AsyncGenerator<Buffer> {
  yield Buffer.from(indexHead)
  for (let after = 0; ; ) {
    const rows = await itemsAfter(database, exportId, { after, limit: page })
    if (rows.length > 0) yield Buffer.from(rows.map(({ line }) => line).join(''))
    after = rows.at(-1)?.seq ?? after
    if (rows.length < page) return
  }
}

async function sumOfIndex(database: Database, exportId: number) {
  const hash = createHash('sha256')
  let size = 0
  let crc = 0
  for await (const lines of indexOf(database, exportId)) {
    hash.update(lines)
    crc = crc32(lines, crc)
    size += lines.length
  }
  return { size, crc, sha256: hash.digest('hex') }
}

/** Some of those whom an export is about, for the log. */
export const namesOf = (people: readonly { address: string }[]): string => {
  const shown = people.slice(0, 20).map(({ address }) => address)
  return [...shown, ...(people.length > 20 ? [`+${people.length - 20}`] : [])].join(' ')
}

interface Made {
  people: readonly ExportPerson[]
  madeAt: Date
  index: { size: number; sha256: string }
}

function manifestOf(row: ExportRow, { people, madeAt, index }: Made): string {
  const manifest = {
    export: row.id,
    reason: row.reason,
    askedBy: row.askedAddress,
    askedAt: row.askedAt,
    fourEyes: row.decidedBy !== null,
    agreedBy: row.decidedAddress,
    agreedAt: row.decidedAt,
    agreedWith: row.word,
    legalHold: row.hold,
    mailFrom: row.mailFrom,
    mailUntil: row.mailUntil,
    party: row.party,
    told: row.tell,
    toldAfterDays: row.tellDays,
    notToldBecause: row.silence,
    madeAt,
    mails: row.mails,
    bytes: row.bytes,
    unreadable: row.unreadable,
    people: people.map(({ name, address, whole, mails }) => ({
      name,
      address,
      mails,
      onlyKeptByHold: !whole,
    })),
    index: { path: 'index.csv', size: index.size, sha256: index.sha256 },
    notes,
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

const notes = [
  'Each .eml is what was received or sent, byte for byte; SHA-256 in index.csv is that of the file. 每个 .eml 与收发时逐字节一致，index.csv 中有其 SHA-256。',
  'Kind: mailbox (in the mailbox when this was made), deleted (its owner deleted it within the last 30 days; folder _deleted), kept (a legal hold kept it; folder _kept). 类别：mailbox 为导出时在邮箱中的邮件，deleted 为本人 30 天内彻底删除的邮件，kept 为合规保留留存的邮件。',
  'Folders that their owner locked with a password are included. 含本人加了密码的文件夹。',
  'Mail that was encrypted by S/MIME or PGP stays encrypted; Note says so, and nobody but who has the key can read it. 以 S/MIME 或 PGP 加密的邮件仍为密文，持有密钥的人才能阅读。',
  'In index.csv a cell that a spreadsheet would take for a formula begins with an apostrophe. index.csv 中可能被当作公式的单元格前加了撇号。',
]
