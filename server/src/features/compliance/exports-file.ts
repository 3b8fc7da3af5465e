import { crc32 } from 'node:zlib'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import {
  type ZipFileRecord,
  zipCentral,
  zipEnd,
  zipLength,
  zipLocal,
} from '../../platform/zip/zip-records.ts'
import type { ExportRow } from './exports.queries.ts'
import type { Reading } from './exports-item.ts'
import { type ItemRow, itemsAfter, recordsOf } from './exports-items.queries.ts'
import { indexOf } from './exports-make.ts'

const page = 500

interface Options {
  database: Database
  mailstore: Pick<Reading, 'pieces'>
  /** Asked with each page: whoever may not go on gets no more of the file. */
  mayGoOn(): Promise<boolean>
}

interface File extends ZipFileRecord {
  bytes(): AsyncIterable<Buffer>
}

/**
 * The file of an export as it goes out: nothing of it lies anywhere but as the mail that is stored, so it takes no room, and
 * each fetching has the same bytes. One mail at a time is read, and the directory is made by a second walk.
 */
export function exportFile(options: Options, row: ExportRow): AsyncGenerator<Buffer> {
  const first = ownFiles(options, row)
  return zipOf(() => filesOf(options, row, first))
}

/** How long it is; null where it is so long that its records differ by where they lie. */
export async function exportLength(
  { database }: Pick<Options, 'database'>,
  row: ExportRow,
): Promise<number | null> {
  const { count, bytes, names } = await recordsOf(database, row.id)
  const own = ownFiles({ database }, row)
  return zipLength({
    count: count + own.length,
    bytes: own.reduce((sum, { size }) => sum + size, bytes),
    names: own.reduce((sum, { name }) => sum + Buffer.byteLength(name), names),
  })
}

async function* zipOf(files: () => AsyncGenerator<File>): AsyncGenerator<Buffer> {
  let at = 0
  for await (const file of files()) {
    const head = zipLocal(file)
    yield head
    at += head.length
    for await (const piece of file.bytes()) yield piece
    at += file.size
  }
  const directoryAt = at
  let count = 0
  let size = 0
  at = 0
  for await (const file of files()) {
    const entry = zipCentral(file, at)
    yield entry
    at += zipLocal(file).length + file.size
    size += entry.length
    count++
  }
  yield zipEnd(count, directoryAt, size)
}

/** What it says of itself. */
function ownFiles({ database }: Pick<Options, 'database'>, row: ExportRow): File[] {
  const changedAt = row.madeAt ?? row.askedAt
  const manifest = Buffer.from(row.manifest ?? '')
  return [
    {
      name: 'manifest.json',
      size: manifest.length,
      crc: crc32(manifest),
      changedAt,
      bytes: async function* () {
        yield manifest
      },
    },
    {
      name: 'index.csv',
      size: row.indexSize ?? 0,
      crc: row.indexCrc ?? 0,
      changedAt,
      bytes: () => indexOf(database, row.id),
    },
  ]
}

async function* filesOf(
  options: Options,
  row: ExportRow,
  first: readonly File[],
): AsyncGenerator<File> {
  yield* first
  for (let after = 0; ; ) {
    if (!(await options.mayGoOn())) throw new AppError('exports.not-ready')
    const rows = await itemsAfter(options.database, row.id, { after, limit: page })
    for (const one of rows) {
      const file = fileOf(options, one)
      if (file) yield file
    }
    after = rows.at(-1)?.seq ?? after
    if (rows.length < page) return
  }
}

/** Null for a mail that could not be read: the index alone names it. */
function fileOf(
  { mailstore }: Options,
  { path, blob, size, crc, receivedAt }: ItemRow,
): File | null {
  if (blob === null) return null
  return {
    name: path,
    size,
    crc,
    changedAt: receivedAt,
    bytes: () => mailstore.pieces({ blob, size }),
  }
}
