import type { ImapClient } from '../support/imap-client.ts'
import { type Figure, percentile } from '../support/stats.ts'
import { loginAndSelect } from './commands.ts'
import { compared, enter, fill, type Side } from './sides.ts'

const mailbox = 'Large'
const messageBytes = 1_000
/** They are brought once, and copied in the mailbox until it is full: no COPY takes more. */
const brought = 5_000
const rounds = 5

const resyncRounds = 20
const changed = 100
const resyncLimit = 20

/** A mailbox of 100,000: opened from nothing, and by a program that comes back after a hundred changes. */
export async function largeMailbox(
  sides: readonly Side[],
  { address, count }: { address: string; count: number },
): Promise<Figure[]> {
  const selects = new Map<Side, number[]>(sides.map((side) => [side, []]))
  const resyncs = new Map<Side, number[]>(sides.map((side) => [side, []]))
  const changers = new Map<Side, ImapClient>()
  for (const side of sides) changers.set(side, await filled(side, address, count))
  for (let round = 0; round <= rounds; round++)
    for (const side of sides) {
      const ms = await loginAndSelect(side, address, mailbox)
      if (round > 0) selects.get(side)?.push(ms)
    }
  for (let round = 0; round <= resyncRounds; round++)
    for (const [side, changer] of changers) {
      const ms = await resync(changer, { side, address, from: 1 + round * changed })
      if (round > 0) resyncs.get(side)?.push(ms)
    }
  for (const changer of changers.values()) changer.close()
  return [
    ...compared({ name: 'LOGIN and SELECT', size: count, limit: 1 }, selects),
    ...compared(
      {
        name: `SELECT (QRESYNC) after ${changed} changes`,
        size: count,
        limit: {
          text: `p95 ${resyncLimit} ms`,
          isMet: (samples) => percentile(samples, 0.95) <= resyncLimit,
        },
      },
      resyncs,
    ),
  ]
}

async function filled(side: Side, address: string, count: number): Promise<ImapClient> {
  const client = await enter(side, address)
  await client.ask(`CREATE ${mailbox}`)
  await fill(client, { mailbox, count: brought, size: messageBytes })
  await client.ask(`SELECT ${mailbox}`)
  for (let there = brought; there < count; there += brought)
    await client.ask(`COPY 1:${brought} ${mailbox}`)
  return client
}

interface Resync {
  side: Side
  address: string
  /** The first of the messages that change meanwhile. */
  from: number
}

/** A program comes back after a hundred changes (QRESYNC, RFC 7162). @returns ms of its SELECT */
async function resync(changer: ImapClient, { side, address, from }: Resync): Promise<number> {
  const state = await changer.told(`STATUS ${mailbox} (UIDVALIDITY HIGHESTMODSEQ)`)
  const [, validity] = /UIDVALIDITY (\d+)/.exec(state) ?? []
  const [, position] = /HIGHESTMODSEQ (\d+)/.exec(state) ?? []
  await changer.ask(`STORE ${from}:${from + changed - 1} +FLAGS (\\Answered)`)
  const program = await enter(side, address)
  await program.ask('ENABLE QRESYNC')
  const ms = await program.ask(`SELECT ${mailbox} (QRESYNC (${validity} ${position}))`)
  program.close()
  return ms
}
