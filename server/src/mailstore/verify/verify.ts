import { knownBlobs } from '../../platform/blobs/blobs.queries.ts'
import type { BlobStore, ListedBlob } from '../../platform/blobs/blobs.ts'
import type { Db } from '../../platform/db/pool.ts'
import {
  badCounters,
  badDays,
  badIndex,
  badLabelCounts,
  badLabels,
  badModseqs,
  badReferences,
  badUids,
  badUse,
  blobHashes,
  type Finding,
} from './verify.queries.ts'

const pieceSize = 500
const atOnce = 8
/** A content that was written just before a crash has no row: the sweep takes it after a day. */
const orphanAgeMs = 24 * 3600 * 1000

export interface Verification {
  findings: Finding[]
  /** Contents read and compared with their hash. */
  checked: number
  /** Contents without a row that are younger than a day. */
  waiting: number
}

/**
 * Checks that every row has its blob with the right hash, every blob its row, UIDs rise, and counters and index
 * equal a recount. Reads everything: for an idle hour or after a crash.
 */
export async function verifyStore(db: Db, blobs: BlobStore): Promise<Verification> {
  const findings: Finding[] = []
  const checks = [
    badUids,
    badModseqs,
    badCounters,
    badDays,
    badLabels,
    badLabelCounts,
    badUse,
    badIndex,
    badReferences,
  ]
  for (const check of checks) {
    findings.push(...(await check(db)))
  }
  const checked = await checkContents(db, blobs, findings)
  const waiting = await checkOrphans(db, blobs, findings)
  return { findings, checked, waiting }
}

async function checkContents(db: Db, blobs: BlobStore, findings: Finding[]): Promise<number> {
  let checked = 0
  for (let after: Buffer = Buffer.alloc(0); ; ) {
    const piece = await blobHashes(db, after, pieceSize)
    const last = piece.at(-1)
    if (!last) return checked
    findings.push(
      ...(await checkPiece(
        blobs,
        piece.map((row) => row.hash),
      )),
    )
    checked += piece.length
    after = last.hash
  }
}

async function checkOrphans(db: Db, blobs: BlobStore, findings: Finding[]): Promise<number> {
  let waiting = 0
  let piece: ListedBlob[] = []
  const look = async () => {
    const known = await knownBlobs(
      db,
      piece.map((one) => one.hash),
    )
    for (const { hash, at } of piece.filter((one) => !known.has(one.hash.toString('hex')))) {
      if (at.getTime() > Date.now() - orphanAgeMs) waiting++
      else findings.push({ problem: 'blob without a row', place: hash.toString('hex') })
    }
    piece = []
  }
  for await (const one of blobs.each()) {
    piece.push(one)
    if (piece.length >= pieceSize) await look()
  }
  await look()
  return waiting
}

async function checkPiece(blobs: BlobStore, hashes: readonly Buffer[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (let start = 0; start < hashes.length; start += atOnce) {
    const group = hashes.slice(start, start + atOnce)
    const states = await Promise.all(group.map((hash) => blobs.check(hash)))
    states.forEach((state, index) => {
      if (state !== 'ok')
        findings.push({ problem: `blob ${state}`, place: group[index]?.toString('hex') ?? '' })
    })
  }
  return findings
}
