import { hash } from 'node:crypto'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/pool.ts'
import type { AccountId, UserId } from '../../platform/ids.ts'
import type { TimeStyle } from '../../platform/local-time.ts'
import { digestMail } from './digest-mail.ts'
import { noteTold, untoldAccounts, untoldOf } from './quarantine.queries.ts'

export interface DigestOptions {
  database: Database
  mailstore: Pick<Mailstore, 'prepare' | 'deliver'>
  clock: Clock
  origin: string
  directory: {
    ownerOf(accountId: AccountId): Promise<{ userId: UserId; address: string } | null>
  }
  settings: { of(userId: UserId): Promise<TimeStyle> }
  /** Whether the organisation wants it. */
  isWanted(): Promise<boolean>
}

/** Mails that a digest names; it says how many more there are. */
const mostNamed = 30

/** Once a day: everybody hears what is held for them since the last time. Nothing, where nothing is. */
export async function sendDigests(options: DigestOptions): Promise<void> {
  if (!(await options.isWanted())) return
  let after = 0
  for (;;) {
    const page = await untoldAccounts(options.database, after)
    for (const one of page) await tellOne(options, one)
    const end = page.at(-1)
    if (!end) return
    after = end.accountId
  }
}

async function tellOne(
  { database, mailstore, clock, origin, directory, settings }: DigestOptions,
  { accountId, last }: { accountId: AccountId; last: number },
): Promise<void> {
  const owner = await directory.ownerOf(accountId)
  const now = clock.now()
  // A mailbox that is nobody's own has administrators, who see the quarantine.
  if (owner) {
    const style = await settings.of(owner.userId)
    const rows = await untoldOf(database, accountId, { last, limit: mostNamed + 1 })
    const held = rows.slice(0, mostNamed)
    const to = owner.address
    const raw = await digestMail({
      held,
      isMore: rows.length > mostNamed,
      to,
      style,
      origin,
      now,
    })
    // The same for a repeat after a crash.
    const receipt = hash('sha256', `digest ${accountId} ${last}`, 'buffer')
    const copy = { accountId, folder: 'inbox' as const, receivedAt: now, notify: true, receipt }
    const log = { kind: 'receive' as const, client: '', ip: '' }
    await mailstore.deliver(await mailstore.prepare(raw), [{ ...copy, log, ignoreQuota: true }])
  }
  await noteTold(database, accountId, { last, now })
}
