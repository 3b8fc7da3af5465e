import { hash } from 'node:crypto'
import type { Reply } from '../../../delivery/inbound/types.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/pool.ts'
import type { AccountId } from '../../../platform/ids.ts'
import { guessNetwork } from '../../../platform/net/network-key.ts'
import { forgetStrangers, meet, notePassed } from './greylist.queries.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** Who does not come again within a day begins anew; who passed is known for 36 days after the last mail. */
const windowMs = day
const knownMs = 36 * day

/** Who meets: the /24 or /64 that the mail comes from, its envelope sender, and the mailbox. */
export interface Triplet {
  ip: string
  sender: string
  accountId: AccountId
}

export type Greylist = ReturnType<typeof createGreylist>

/** Asks strangers to come again (RFC 6647): programs that only try once do not. */
export function createGreylist({ database, clock }: { database: Database; clock: Clock }) {
  return {
    /** @returns the answer that asks to come again; null: the mail may pass */
    ask: async ({ ip, sender, accountId }: Triplet, minutes: number): Promise<Reply | null> => {
      const text = `${guessNetwork(ip)}\0${sender.toLowerCase()}\0${accountId}`
      const key = hash('sha256', text, 'buffer')
      const now = clock.now()
      const forgotten = new Date(now.getTime() - windowMs)
      const { firstAt, passedAt } = await meet(database, { key, now, forgotten })
      const left = firstAt.getTime() + minutes * minute - now.getTime()
      if (passedAt === null && left > 0) return comeAgain(Math.ceil(left / minute))
      // Written once a day: a newsletter to thousands would write each time.
      if (passedAt === null || passedAt.getTime() < now.getTime() - day)
        await notePassed(database, key, now)
      return null
    },
    sweep: async (): Promise<void> => {
      const now = clock.now().getTime()
      const old = { waiting: new Date(now - windowMs), passed: new Date(now - knownMs) }
      while ((await forgetStrangers(database, old)) > 0);
    },
  }
}

const comeAgain = (minutes: number): Reply => ({
  code: 451,
  status: '4.7.1',
  text: `Greylisted: we do not know you yet, try again in ${minutes} min`,
  comesAgain: true,
})
