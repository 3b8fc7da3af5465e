import type { FourEyes } from '@hongyan/contract/console-exports'
import type { Database, Db } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import type { AtWork } from '../console/console.public.ts'
import {
  isAlone,
  isInOffice,
  lockRules,
  type RulesRow,
  rulesOf,
  saveRules,
} from './exports.queries.ts'

interface Parts {
  database: Database
  /** In the transaction that turns it off. */
  alarm(tx: Db, to: OrganisationId, what: { about: string; figure: number }): Promise<void>
}

type Admin = Pick<AtWork['admin'], 'userId' | 'organisationId'>

/** What turning the switch means now: it is done, or a second person has to want it too. */
export type SwitchStep = 'on' | 'off' | 'off-asked'

/** Off it goes when two want it, or where there is but one. */
async function stepOf(
  db: Db,
  { userId, organisationId }: Admin,
  { on, offAskedBy }: { on: boolean } & Pick<RulesRow, 'offAskedBy'>,
): Promise<SwitchStep> {
  if (on) return 'on'
  if (offAskedBy !== null && offAskedBy !== userId) return 'off'
  return (await isAlone(db, organisationId, userId)) ? 'off' : 'off-asked'
}

/** Whether exports need a second person. */
export function createFourEyes({ database, alarm }: Parts) {
  return {
    step: async ({ admin }: AtWork, on: boolean): Promise<SwitchStep> =>
      stepOf(database, admin, { on, ...(await rulesOf(database, admin.organisationId)) }),
    /** @param step as it was said and written down @throws exports.meanwhile, console.not-allowed */
    turn: ({ admin }: AtWork, step: SwitchStep): Promise<FourEyes> =>
      database.transaction(async (tx) => {
        const { organisationId, userId, address } = admin
        const before = await lockRules(tx, organisationId)
        if (!(await isInOffice(tx, userId))) throw new AppError('console.not-allowed')
        const now = await stepOf(tx, admin, { on: step === 'on', ...before })
        if (now !== step) throw new AppError('exports.meanwhile')
        const asks = step === 'off-asked' && before.fourEyes
        const after = { fourEyes: step === 'on' || asks, offAskedBy: asks ? userId : null }
        await saveRules(tx, organisationId, after)
        if (before.fourEyes && !after.fourEyes)
          await alarm(tx, organisationId, { about: address, figure: 1 })
        return shownRules(tx, admin, await rulesOf(tx, organisationId))
      }),
  }
}

export const shownRules = async (
  db: Db,
  { organisationId, userId }: Admin,
  { fourEyes, offAskedAddress }: RulesRow,
): Promise<FourEyes> => ({
  on: fourEyes,
  offAskedBy: offAskedAddress ?? '',
  alone: await isAlone(db, organisationId, userId),
})
