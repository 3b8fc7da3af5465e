import type { Database } from '../../platform/db/pool.ts'
import type { FolderId } from '../../platform/ids.ts'
import type { Parsing } from '../parsing/parsing.ts'
import type { Stored, StoredMail } from '../parsing/stored-mail.ts'
import type { Viewer } from '../types.ts'
import { type HeaderKeys, keepHeaders, withoutHeaders } from './header-keys.queries.ts'

/** So many messages are opened for one command; what was read is kept, and the next one goes on. */
const mostOpened = 20_000
const mostBytes = 1024 * 1024 * 1024
const atOnce = 4
/** Each may name a hundred others, and they are written as one text. */
const keptAtOnce = 50

interface Means {
  database: Database
  stored: StoredMail
  parsing: Pick<Parsing, 'sortKeys'>
}

/** Who reads the headers of a folder last. */
const reading = new Map<FolderId, Promise<unknown>>()

/**
 * Reads the headers of a folder that were never asked for. Programs that ask for the same folder at the same time wait
 * for each other, and find them there. @returns whether all are there now
 */
export async function fillHeaders(
  means: Means,
  viewer: Viewer,
  folderId: FolderId,
): Promise<boolean> {
  const before = reading.get(folderId) ?? Promise.resolve()
  const own = before.catch(() => undefined).then(() => fill(means, viewer, folderId))
  reading.set(folderId, own)
  try {
    return await own
  } finally {
    if (reading.get(folderId) === own) reading.delete(folderId)
  }
}

async function fill(
  { database, stored, parsing }: Means,
  viewer: Viewer,
  folderId: FolderId,
): Promise<boolean> {
  const missing = await withoutHeaders(database, viewer, { folderId, limit: mostOpened + 1 })
  const mails: Stored[] = []
  let bytes = 0
  for (const mail of missing.slice(0, mostOpened)) {
    bytes += mail.size
    if (bytes > mostBytes && mails.length > 0) break
    mails.push(mail)
  }
  for (let at = 0; at < mails.length; at += keptAtOnce) {
    const waiting = mails.slice(at, at + keptAtOnce).values()
    const made: HeaderKeys[] = []
    const work = async (): Promise<void> => {
      for (const mail of waiting)
        made.push(
          await stored.whileReading([mail], async (read) => ({
            blob: mail.blob,
            ...(await parsing.sortKeys(await read(mail))),
          })),
        )
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    await keepHeaders(database, made)
  }
  return mails.length === missing.length
}
