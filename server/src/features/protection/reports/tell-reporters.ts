import { hash } from 'node:crypto'
import { z } from 'zod'
import type { Mailstore } from '../../../mailstore/mailstore.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/db/pool.ts'
import type { AccountId, UserId } from '../../../platform/ids.ts'
import type { TimeStyle } from '../../../platform/local-time.ts'
import { decisionMail } from './decision-mail.ts'
import { noteReporterTold, type Untold, untoldReporters } from './reports.queries.ts'

export interface TellOptions {
  database: Database
  mailstore: Pick<Mailstore, 'prepare' | 'deliver'>
  clock: Clock
  directory: {
    ownerOf(accountId: AccountId): Promise<{ userId: UserId; address: string } | null>
  }
  settings: { of(userId: UserId): Promise<TimeStyle> }
}

export const tellTask = 'tell-reporters'
const payload = z.object({ reportId: z.number() })
const atOnce = 50

/** Tells everybody who reported a mail what was decided, each in the own language. */
export const teller =
  (options: TellOptions) =>
  async (given: unknown): Promise<void> => {
    const { reportId } = payload.parse(given)
    for (;;) {
      const page = await untoldReporters(options.database, reportId, atOnce)
      if (page.length === 0) return
      for (const one of page) await tellOne(options, reportId, one)
    }
  }

async function tellOne(
  { database, mailstore, clock, directory, settings }: TellOptions,
  reportId: number,
  one: Untold,
): Promise<void> {
  const { accountId, decidedAt } = one
  const owner = await directory.ownerOf(accountId)
  const now = clock.now()
  if (owner) {
    const { language } = await settings.of(owner.userId)
    const raw = await decisionMail({ ...one, to: owner.address, language, now })
    // The same for a repeat after a crash.
    const told = `report ${reportId} ${accountId} ${decidedAt.toISOString()}`
    const receipt = hash('sha256', told, 'buffer')
    const copy = { accountId, folder: 'inbox' as const, receivedAt: now, notify: true, receipt }
    const log = { kind: 'receive' as const, client: '', ip: '' }
    await mailstore.deliver(await mailstore.prepare(raw), [{ ...copy, log, ignoreQuota: true }])
  }
  await noteReporterTold(database, reportId, { accountId, decidedAt, now })
}
