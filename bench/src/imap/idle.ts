import type { ImapClient } from '../support/imap-client.ts'
import { residentMegabytes } from '../support/proc.ts'
import { type Figure, percentile } from '../support/stats.ts'
import { compared, enter, literalOf, type Side } from './sides.ts'

/** Of one account at most 25 are in, the one that brings mail too. */
export const perAccount = 20
const memoryLimit = 60
const wakeLimit = 100
const wakings = 30
const messageBytes = 4_000

/** Many that wait for news: what they take, and how soon one hears of a mail. */
export async function idlePrograms(
  sides: readonly Side[],
  addresses: readonly string[],
): Promise<Figure[]> {
  const memory = new Map<Side, number[]>()
  const waits = new Map<Side, number[]>()
  const count = addresses.length * perAccount
  for (const side of sides) {
    const before = residentMegabytes(side.pid)
    const asleep: ImapClient[] = []
    for (const address of addresses)
      for (let index = 0; index < perAccount; index++) asleep.push(await idle(side, address))
    memory.set(side, [residentMegabytes(side.pid) - before])
    const [first = ''] = addresses
    waits.set(side, await wake(side, { address: first, sleeper: asleep[0] }))
    for (const client of asleep) client.close()
  }
  return [
    ...compared(
      {
        name: 'memory of idle programs',
        size: count,
        unit: 'MB',
        limit: {
          text: `${memoryLimit} MB for 1,000`,
          isMet: ([added = 0]) => (added / count) * 1_000 <= memoryLimit,
        },
      },
      memory,
    ),
    ...compared(
      {
        name: 'IDLE wake-up after the answer of APPEND',
        size: count,
        limit: {
          text: `p95 ${wakeLimit} ms`,
          isMet: (samples) => percentile(samples, 0.95) <= wakeLimit,
        },
      },
      waits,
    ),
  ]
}

async function idle(side: Side, address: string): Promise<ImapClient> {
  const client = await enter(side, address)
  await client.ask('SELECT INBOX')
  client.write('i IDLE\r\n')
  await client.hear('+ ')
  return client
}

/** From the answer of who brings a mail until the one that waits has heard of it. */
async function wake(
  side: Side,
  { address, sleeper }: { address: string; sleeper: ImapClient | undefined },
): Promise<number[]> {
  if (!sleeper) return []
  const bringer = await enter(side, address)
  const samples: number[] = []
  for (let round = 0; round < wakings; round++) {
    const heard = sleeper.hear(' EXISTS')
    await bringer.ask(`APPEND INBOX ${literalOf(2_000_000 + round, messageBytes)}`)
    const answered = performance.now()
    samples.push(Math.max(0, (await heard) - answered))
  }
  bringer.close()
  return samples
}
