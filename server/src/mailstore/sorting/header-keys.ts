import { buildEnvelope } from '@hongyan/mime/envelope'
import { readHeaders } from '@hongyan/mime/headers'
import { DEFAULT_LIMITS } from '@hongyan/mime/limits'
import type { Address } from '@hongyan/mime/types'
import type { Database } from '../../platform/db/pool.ts'
import type { FolderId } from '../../platform/ids.ts'
import type { Stored, StoredMail } from '../parsing/stored-mail.ts'
import type { Viewer } from '../types.ts'
import { type HeaderKeys, keepHeaders, withoutHeaders } from './header-keys.queries.ts'

/** So many messages are opened for one command; what was read is kept, and the next one goes on. */
const mostOpened = 20_000
const mostBytes = 1024 * 1024 * 1024
const atOnce = 4
const keptAtOnce = 200
const mostReferences = 100
const longest = 300

/** Reads the headers of a folder that were never asked for. @returns whether all are there now */
export async function fillHeaders(
  { database, stored }: { database: Database; stored: StoredMail },
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
        made.push(await stored.whileReading([mail], async (read) => keysOf(mail, await read(mail))))
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    await keepHeaders(database, made)
  }
  return mails.length === missing.length
}

function keysOf({ blob }: Stored, raw: Buffer): HeaderKeys {
  const fields = readHeaders(raw, 0, Math.min(raw.length, DEFAULT_LIMITS.headerBlock))
  const { addresses } = DEFAULT_LIMITS
  const budget = { addressesLeft: addresses, limits: DEFAULT_LIMITS, hits: new Set<never>() }
  const { to, cc, references, inReplyTo } = buildEnvelope(fields, budget)
  // RFC 5256 §3: the mail that is answered counts only where no other is named.
  const named = references.length > 0 ? references : inReplyTo ? [inReplyTo] : []
  return {
    blob,
    firstTo: localPart(to[0]),
    firstCc: localPart(cc[0]),
    displayTo: clean(to[0]?.name || to[0]?.address || ''),
    refs: named.slice(-mostReferences).map(clean),
  }
}

const clean = (text: string): string => text.slice(0, longest).toWellFormed().replaceAll('\0', '')

/** SORT orders people by their mailbox, not by its host (RFC 5256 §3). */
function localPart(one: Address | undefined): string {
  const address = one?.address ?? ''
  const at = address.lastIndexOf('@')
  return clean(at < 0 ? address : address.slice(0, at))
}
