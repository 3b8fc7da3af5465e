import type { Database } from '../../platform/db/pool.ts'
import { endAct, writeAct } from './acts-chain.ts'
import type { AtWork } from './at-work.ts'
import { type Act, actsOf } from './console-acts.queries.ts'

export type ConsoleActs = ReturnType<typeof createConsoleActs>

/** Who does something: an administrator, or a program with a token. */
export interface Doer {
  admin: Pick<AtWork['admin'], 'organisationId' | 'address'>
  ip: string
}

/** What is done in the console stands in its log before it is done. */
export function createConsoleActs({ database }: { database: Database }) {
  return {
    /** Writes the act down, does it, and marks it as done; what was refused or cut off stays without that mark. */
    doing: async <T>(
      { admin, ip }: Doer,
      { act, whom = '', details = {} }: Pick<Act, 'act'> & Partial<Pick<Act, 'whom' | 'details'>>,
      work: () => Promise<T>,
    ): Promise<T> => {
      const { organisationId, address: who } = admin
      const id = await writeAct(database, organisationId, { who, act, whom, details, ip })
      const result = await work()
      await endAct(database, organisationId, id)
      return result
    },
    list: async (
      { admin }: AtWork,
      {
        before = null,
        keyword = '',
        pageSize,
      }: { before?: number | null; keyword?: string; pageSize: number },
    ) => {
      const rows = await actsOf(database, admin.organisationId, {
        before,
        keyword,
        limit: pageSize,
      })
      return { list: rows.map((row) => ({ ...row, at: row.at.toISOString() })) }
    },
  }
}
