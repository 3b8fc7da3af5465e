import {
  type ProtectionSettings,
  protectionLimits,
  type SenderRow as SenderAnswer,
} from '@hongyan/contract/protection-fields'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccountId, OrganisationId } from '../../platform/ids.ts'
import { type Bayes, leastLearnt } from './bayes/bayes.ts'
import type { Engines } from './engines/engines.ts'
import type { Known } from './known.ts'
import {
  countSenders,
  dropSender,
  type ListOwner,
  putSender,
  type SenderRow,
  saveSettingsRow,
  sendersBefore,
  type Verdict,
} from './protection.queries.ts'
import type { Quarantine } from './quarantine.ts'
import { normalSender } from './senders.ts'

export interface ServiceOptions {
  database: Database
  clock: Clock
  known: Known
  bayes: Pick<Bayes, 'totals' | 'forget'>
  engines: Pick<Engines, 'states'>
  dnsLists: readonly string[]
  quarantine: Quarantine
}

export type Protection = ReturnType<typeof createProtectionService>

/** Settings and lists of senders. */
export function createProtectionService(options: ServiceOptions) {
  const { database, known, bayes, engines, dnsLists, quarantine } = options
  return {
    state: async (organisation: OrganisationId) => {
      const [settings, totals, held] = await Promise.all([
        known.settings(),
        bayes.totals(organisation),
        quarantine.count(organisation),
      ])
      const learnt = { ...totals, least: leastLearnt }
      return { settings, ...engines.states(), dnsLists: [...dnsLists], learnt, held }
    },
    /** @throws protection.thresholds */
    save: async (organisation: OrganisationId, settings: ProtectionSettings): Promise<void> => {
      const { junkAt, quarantineAt, refuseAt } = settings
      if (quarantineAt < junkAt || (refuseAt !== null && refuseAt < quarantineAt))
        throw new AppError('protection.thresholds')
      await saveSettingsRow(database, organisation, settings)
      known.changed()
    },
    forgetLearnt: (organisation: OrganisationId) => bayes.forget(organisation),
    senders: async (
      owner: ListOwner,
      { before, keyword, pageSize }: { before: number | null; keyword: string; pageSize: number },
    ) => {
      const rows = await sendersBefore(database, owner, { before, keyword, limit: pageSize + 1 })
      return { list: rows.slice(0, pageSize).map(asAnswer), hasMore: rows.length > pageSize }
    },
    /** @throws protection.sender, protection.too-many */
    putSender: async (
      owner: ListOwner,
      { sender, verdict, note }: { sender: string; verdict: Verdict; note: string },
    ): Promise<{ id: number; sender: string }> => {
      const normal = normalSender(sender)
      if (normal === null) throw new AppError('protection.sender')
      const most =
        owner.accountId === null
          ? protectionLimits.organisationSenders
          : protectionLimits.ownSenders
      if ((await countSenders(database, owner)) >= most) throw new AppError('protection.too-many')
      const id = await putSender(database, owner, { sender: normal, verdict, note })
      tell(known, owner.accountId)
      return { id, sender: normal }
    },
    /** @returns the sender that was taken off @throws item.not-found */
    dropSender: async (owner: ListOwner, id: number): Promise<string> => {
      const sender = await dropSender(database, owner, id)
      if (sender === null) throw new AppError('item.not-found')
      tell(known, owner.accountId)
      return sender
    },
  }
}

const tell = (known: Known, accountId: AccountId | null): void =>
  accountId === null ? known.changed() : known.listChanged(accountId)

const asAnswer = ({ id, sender, verdict, note, createdAt }: SenderRow): SenderAnswer => ({
  id,
  sender,
  verdict,
  note,
  addedTime: createdAt.toISOString(),
})
