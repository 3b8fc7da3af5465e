import type { Db } from '../../platform/db/pool.ts'
import { type Asked, nextAddresses, nextMailboxes, type Reached } from './reach.queries.ts'

const reachedAtOnce = 5_000

/** Everybody whom mail to some groups reaches, some thousand at a time. */
export async function allReached(
  database: Db,
  asked: Asked,
): Promise<{ inside: Reached[]; outside: string[] }> {
  const limit = reachedAtOnce
  const inside: Reached[] = []
  for (let after = 0; ; ) {
    const some = await nextMailboxes(database, asked, { after, limit })
    inside.push(...some)
    if (some.length < limit) break
    after = some.at(-1)?.id ?? 0
  }
  const outside: string[] = []
  for (let after = ''; ; ) {
    const some = await nextAddresses(database, asked, { after, limit })
    outside.push(...some.map(({ address }) => address))
    if (some.length < limit) break
    after = some.at(-1)?.address ?? ''
  }
  return { inside, outside }
}
