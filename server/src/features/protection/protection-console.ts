import { AppError } from '../../platform/errors.ts'
import type { AtWork, ConsoleActs } from '../console/console.public.ts'
import type { Protection } from './protection.service.ts'
import type { HeldMail } from './quarantine.queries.ts'
import type { Quarantine } from './quarantine.ts'
import { verdictOn } from './senders.ts'

interface Options {
  quarantine: Quarantine
  service: Protection
  acts: ConsoleActs
}

/** What administrators do with held mail. Each act stands in the console's log. */
export function createHeldActs({ quarantine, service, acts }: Options) {
  return {
    /** @throws console.confirm for mail with a virus while the password was not given */
    release: async (
      work: AtWork,
      { ids, allow }: { ids: readonly number[]; allow: boolean },
    ): Promise<{ released: number }> => {
      const { organisationId } = work.admin
      const rows = await quarantine.some(organisationId, ids)
      if (rows.some((row) => row.class === 'virus') && !work.caller.confirmed)
        throw new AppError('console.confirm')
      let released = 0
      for (const row of rows) {
        const done = await acts.doing(work, act('mail-released', row), () =>
          quarantine.release(row),
        )
        if (done) released++
      }
      if (allow) await allowSenders(service, acts, { work, rows })
      return { released }
    },
    discard: async (work: AtWork, ids: readonly number[]): Promise<{ deleted: number }> => {
      const rows = await quarantine.some(work.admin.organisationId, ids)
      let deleted = 0
      for (const row of rows)
        deleted += await acts.doing(work, act('mail-discarded', row), () =>
          quarantine.discard([row]),
        )
      return { deleted }
    },
  }
}

/** No subject: auditors read the log. */
const act = (name: string, row: HeldMail) => ({
  act: name,
  whom: row.address,
  details: { from: row.fromAddress, class: row.class, id: row.id },
})

/** Those who wrote the mails, each once; what is no address is left out. */
async function allowSenders(
  service: Protection,
  acts: ConsoleActs,
  { work, rows }: { work: AtWork; rows: readonly HeldMail[] },
): Promise<void> {
  const owner = { organisation: work.admin.organisationId, accountId: null }
  const senders = new Set(rows.map((row) => row.fromAddress.toLowerCase()))
  for (const sender of senders) {
    // What no list could name stays off it.
    if (verdictOn(new Map([[sender, 'allow']]), sender) === null) continue
    const said = { sender, verdict: 'allow' as const, note: '' }
    await acts.doing(work, { act: 'sender-allowed', whom: sender }, () =>
      service.putSender(owner, said),
    )
  }
}
