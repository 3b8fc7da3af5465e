import { type Leaving, readLeaving } from '../../../delivery/outbound/header/leave-link.ts'
import type { Signer } from '../../../platform/crypto/signer.ts'
import type { Database } from '../../../platform/db/pool.ts'
import { groupById } from '../groups.queries.ts'
import { deleteReachOf } from '../reach.queries.ts'

export interface LeavingDeps {
  database: Database
  signer: Pick<Signer, 'read'>
}

/** Who stands behind a link of a group's mail (RFC 8058). */
export interface LeavingPerson extends Leaving {
  groupName: string
}

export type GroupLeaving = ReturnType<typeof createLeaving>

/** People outside take themselves out of a group, without a login: the link is theirs alone. */
export function createLeaving({ database, signer }: LeavingDeps) {
  return {
    /** Null: nobody made this link, it is too old, or the group is gone. */
    person: async (ticket: string): Promise<LeavingPerson | null> => {
      const leaving = readLeaving(signer, ticket)
      const group = leaving && (await groupById(database, leaving.leave))
      return group ? { ...leaving, groupName: group.name } : null
    },
    /** Done as often as it is asked for: who is out already stays out. */
    leave: async ({ leave, address }: Leaving): Promise<void> => {
      await deleteReachOf(database, leave, address)
    },
  }
}
