import { isDeepStrictEqual } from 'node:util'
import { linkAfter } from '../../platform/crypto/hash-chain.ts'
import type { Database, Db } from '../../platform/db/pool.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import {
  type Act,
  actDone,
  appendLink,
  chainEnds,
  insertAct,
  type LinkRow,
  linksAfter,
  lockEnd,
  unlinkedActs,
} from './console-acts.queries.ts'

/** Writes an act down before it is done, as the next link of the chain. @returns its number */
export const writeAct = (database: Database, to: OrganisationId, act: Act): Promise<number> =>
  database.transaction(async (tx) => {
    const { id, at } = await insertAct(tx, to, act)
    await link(tx, to, { id, at: at.toISOString(), ...act })
    return id
  })

/** Marks it as done; the mark is a link too. */
export const endAct = (database: Database, to: OrganisationId, id: number): Promise<void> =>
  database.transaction(async (tx) => {
    const at = await actDone(tx, id)
    await link(tx, to, { id, doneAt: at.toISOString() })
  })

async function link(
  tx: Db,
  to: OrganisationId,
  what: { id: number; [name: string]: unknown },
): Promise<void> {
  const end = await lockEnd(tx, to)
  const entry = JSON.stringify(what)
  const hash = linkAfter(end.hash, entry)
  await appendLink(tx, to, { seq: end.count + 1, actId: what.id, entry, hash })
}

const page = 1_000
type Finding = { problem: string; place: string }

/** Every chain from its first link to its last, and every act that it speaks of. @returns one line for each trouble */
export async function checkActs(database: Database): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const end of await chainEnds(database)) findings.push(...(await checkChain(database, end)))
  for (const { id } of await unlinkedActs(database))
    findings.push({ problem: 'act of the console is not in its log', place: `act ${id}` })
  return findings
}

async function checkChain(
  database: Database,
  { id, count, hash }: Awaited<ReturnType<typeof chainEnds>>[number],
): Promise<Finding[]> {
  const findings: Finding[] = []
  let before = { seq: 0, hash: Buffer.alloc(0) as Buffer }
  for (let isLast = false; !isLast; ) {
    const links = await linksAfter(database, id, { after: before.seq, limit: page })
    for (const one of links) {
      findings.push(...troublesOf(one, before))
      before = one
    }
    isLast = links.length < page
  }
  if (before.seq !== count || !before.hash.equals(hash))
    findings.push({ problem: 'log of the console lost its end', place: `entry ${before.seq + 1}` })
  return findings
}

function troublesOf(one: LinkRow, before: { seq: number; hash: Buffer }): Finding[] {
  const holds = one.seq === before.seq + 1 && linkAfter(before.hash, one.entry).equals(one.hash)
  return [
    ...(holds ? [] : [{ problem: 'log of the console was changed', place: `entry ${one.seq}` }]),
    ...(speaksOf(one)
      ? []
      : [{ problem: 'act of the console was changed', place: `act ${one.actId}` }]),
  ]
}

/** True when a link says what the row says. */
function speaksOf({ entry, actId, at, doneAt, ...row }: LinkRow): boolean {
  const said = JSON.parse(entry) as Record<string, unknown>
  if (at === null || said.id !== actId) return false
  if ('doneAt' in said) return said.doneAt === doneAt?.toISOString()
  const { who, act, whom, details, ip } = row
  return isDeepStrictEqual(said, { id: actId, at: at.toISOString(), who, act, whom, details, ip })
}
