import type { TrailAction } from '@hongyan/contract/approval-fields'
import type { Person } from '@hongyan/contract/fields'
import { brokenAt, linkAfter } from '../../platform/crypto/hash-chain.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import { appendTrail, trailEnds, trailOf } from './approval.queries.ts'

/** What one entry says; its text is what is chained. */
export interface Step {
  time: string
  action: TrailAction
  who: Person
  insteadOf: Person
  level: number
  opinion: string
  /** With the first entry: what was handed over. */
  about?: object
}

export const nobody: Person = { name: '', address: '' }

/** Of a mail whose row is locked, or was written in the same transaction. */
export interface Chained {
  id: number
  trailCount: number
  trailHash: Buffer
}

/** Adds an entry, and moves the end of the chain on. */
export async function addStep(tx: Db, to: Chained, step: Step): Promise<void> {
  const entry = JSON.stringify(step)
  const hash = linkAfter(to.trailHash, entry)
  const seq = to.trailCount + 1
  await appendTrail(tx, to.id, { seq, entry, hash })
  to.trailCount = seq
  to.trailHash = hash
}

export const readSteps = async (db: Db, id: number): Promise<(Step & { hash: string })[]> =>
  (await trailOf(db, id)).map(({ entry, hash }) => ({
    ...(JSON.parse(entry) as Step),
    hash: hash.toString('hex'),
  }))

/** Every chain from its first link to its last. @returns one line for each that does not hold */
export async function checkTrails(
  database: Database,
): Promise<{ problem: string; place: string }[]> {
  const findings: { problem: string; place: string }[] = []
  let after = 0
  for (;;) {
    const ends = await trailEnds(database, after)
    for (const { id, ...end } of ends) {
      const place = brokenAt(await trailOf(database, id), end)
      if (place !== null)
        findings.push({ problem: 'trail was changed', place: `approval ${id} entry ${place + 1}` })
    }
    const last = ends.at(-1)
    if (!last) return findings
    after = last.id
  }
}
