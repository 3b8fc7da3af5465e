import type { PersonFlags } from '@hongyan/contract/console-people'
import type { Mailstore } from '../../mailstore/mailstore.ts'
import { runAs } from '../../platform/actor.ts'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { type AccountId, asId } from '../../platform/ids.ts'
import type { ClientAccess } from '../client-access/client-access.public.ts'
import { type Directory, normalAddress } from '../directory/directory.public.ts'
import type { Rules } from '../rules/rules.public.ts'
import type { Sessions } from '../session/session.public.ts'
import type { AtWork } from './at-work.ts'
import { doorsOf, dropFactors, flagsIn, owePassword } from './console-account.queries.ts'
import type { ConsoleActs } from './console-acts.ts'
import { ownAddress } from './console-addresses.ts'
import type { Deletions } from './console-deletions.ts'
import type { PersonRow } from './console-people.queries.ts'
import { createReach, type Reach } from './reach.ts'

/** Further addresses of one person: of our own. */
const mostAliases = 50

export interface AccountParts {
  database: Database
  directory: Directory
  mailstore: Pick<Mailstore, 'record'>
  sessions: Pick<Sessions, 'endAll'>
  clientAccess: Pick<ClientAccess, 'cancel'>
  rules: Pick<Rules, 'reply' | 'forward' | 'saveReply' | 'saveForward'>
  deletions: Pick<Deletions, 'of'>
  acts: ConsoleActs
}

type ReplyForm = Parameters<Rules['saveReply']>[1]
type ForwardForm = Parameters<Rules['saveForward']>[1]
type Way = 'totp' | 'passkeys' | 'phone'

/** What the log of the owner says of who did it. */
const asAdministrator = <T>({ ip }: AtWork, work: () => Promise<T>): Promise<T> =>
  runAs({ client: 'console', ip }, work)

/** One account beyond its profile: how one signs in, addresses, and what happens to mail by itself. */
export function createConsoleAccount(parts: AccountParts) {
  const reach = createReach(parts.database)
  return {
    one: (work: AtWork, accountId: number) => shown(parts, reach, { work, accountId }),
    ...doorsIn(parts, reach),
    ...addressesIn(parts, reach),
    ...answersIn(parts, reach),
    flags: async (work: AtWork, accountId: number, flags: PersonFlags): Promise<void> => {
      const row = await reach.changeable(work, accountId)
      reach.refuseOwnGain(work, row)
      const kept = Object.fromEntries(Object.entries(flags).map(([key, on]) => [key, on ? 1 : 0]))
      await parts.acts.doing(
        work,
        { act: 'flags-changed', whom: row.address, details: { ...flags } },
        () => parts.directory.changeSettingsOf(row.accountId, kept),
      )
    },
  }
}

async function shown(
  { database, directory, rules, deletions }: AccountParts,
  { found }: Reach,
  { work, accountId }: { work: AtWork; accountId: number },
) {
  // Before the person: one whose deletion ends meanwhile is gone, and not there without one.
  const deletion = await deletions.of(asId<AccountId>(accountId))
  const row = await found(work, accountId)
  const owner = { accountId: row.accountId, person: work.admin }
  const [doors, addresses, reply, forward] = await Promise.all([
    doorsOf(database, row.userId),
    directory.addressesOf(row.accountId),
    rules.reply(owner),
    rules.forward(owner),
  ])
  const ways = (['totp', 'passkeys', 'phone'] as const).filter((way) => doors[way])
  return {
    ways,
    passwordOwed: doors.passwordOwed,
    passwordElsewhere: row.loginBy === 'directory',
    aliases: addresses.filter((one) => one !== row.address),
    reply,
    forward,
    flags: flagsIn(doors.settings),
    deletion,
  }
}

const doorsIn = (
  { database, mailstore, sessions, clientAccess, acts }: AccountParts,
  { changeable, refuseOwn }: Reach,
) => ({
  resetSecondStep: async (work: AtWork, accountId: number, ways: readonly Way[]): Promise<void> => {
    const row = await changeable(work, accountId)
    refuseOwn(work, row)
    const details = { ways: [...ways].sort().join(' ') }
    await acts.doing(work, { act: 'second-step-reset', whom: row.address, details }, async () => {
      await asAdministrator(work, () =>
        database.transaction(async (tx) => {
          await dropFactors(tx, row.userId, ways)
          await mailstore.record(tx, { accountId: row.accountId, kind: 'second-step' })
        }),
      )
      await sessions.endAll(row.accountId, 'second step reset')
    })
  },
  owePassword: async (work: AtWork, accountId: number): Promise<void> => {
    const row = await changeable(work, accountId)
    refuseOwn(work, row)
    if (row.loginBy === 'directory') throw new AppError('password.elsewhere')
    await acts.doing(work, { act: 'password-owed', whom: row.address }, async () => {
      await owePassword(database, row.userId)
      await sessions.endAll(row.accountId, 'password must be changed')
      await clientAccess.cancel(row.accountId)
    })
  },
})

const addressesIn = ({ directory, acts }: AccountParts, { changeable }: Reach) => ({
  addAlias: async (work: AtWork, accountId: number, typed: string): Promise<void> => {
    const row = await changeable(work, accountId)
    const address = await ownAddress(work, directory, typed)
    const details = { address }
    await acts.doing(work, { act: 'alias-added', whom: row.address, details }, async () => {
      const given = await directory.given.give(row.accountId, { address, most: mostAliases })
      if (given === 'many') throw new AppError('console.aliases', { max: String(mostAliases) })
      if (given === 'taken') throw new AppError('alias.taken')
    })
  },
  removeAlias: async (work: AtWork, accountId: number, typed: string): Promise<void> => {
    const row = await changeable(work, accountId)
    const address = normalAddress(typed)
    const details = { address }
    await acts.doing(work, { act: 'alias-removed', whom: row.address, details }, async () => {
      if (!(await directory.given.take(row.accountId, address)))
        throw new AppError('console.alias-gone')
    })
  },
})

const answersIn = ({ rules, acts }: AccountParts, { changeable }: Reach) => {
  /** Times are those of the administrator, who types them. */
  const owner = (work: AtWork, row: PersonRow) => ({
    accountId: row.accountId,
    person: { userId: work.admin.userId },
  })
  return {
    saveReply: async (work: AtWork, accountId: number, reply: ReplyForm): Promise<void> => {
      const row = await changeable(work, accountId)
      const { enabled, startTime, endTime } = reply
      const details = { enabled, startTime, endTime }
      await acts.doing(work, { act: 'reply-set', whom: row.address, details }, () =>
        asAdministrator(work, () => rules.saveReply(owner(work, row), reply)),
      )
    },
    saveForward: async (work: AtWork, accountId: number, forward: ForwardForm): Promise<void> => {
      const row = await changeable(work, accountId)
      const { enabled, forwardTo, keepOriginal } = forward
      const details = { enabled, to: forwardTo.join(' '), keepOriginal }
      await acts.doing(work, { act: 'forward-set', whom: row.address, details }, () =>
        asAdministrator(work, () => rules.saveForward(owner(work, row), forward)),
      )
    },
  }
}
