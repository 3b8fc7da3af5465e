import type { OrganisationId, UserId } from '../../platform/ids.ts'

/** Of whom it is remembered. */
const most = 50_000

interface Options {
  user(id: UserId): Promise<{ organisationId: OrganisationId } | null>
}

export type OrganisationOf = (id: UserId) => Promise<OrganisationId | null>

/** Of which organisation somebody is, asked of the database once: nobody goes over to another one. Null where there is nobody. */
export function createOrganisationOf({ user }: Options): OrganisationOf {
  const known = new Map<UserId, OrganisationId>()
  return async (id) => {
    const found = known.get(id) ?? (await user(id))?.organisationId ?? null
    if (found === null) return null
    if (known.size >= most) known.clear()
    known.set(id, found)
    return found
  }
}
