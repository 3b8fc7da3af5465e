import type { OrganisationId, UserId } from '../../platform/ids.ts'

/** Of whom it is remembered. */
const most = 50_000

/**
 * Of which organisation somebody is, asked of the database once: nobody goes over to another one. Null where there is nobody; who
 * has been deleted since is not asked about again.
 */
export function createOrganisationOf(
  find: (id: UserId) => Promise<{ organisationId: OrganisationId } | null>,
) {
  const known = new Map<UserId, OrganisationId>()
  return async (id: UserId): Promise<OrganisationId | null> => {
    const before = known.get(id)
    if (before !== undefined) return before
    const found = (await find(id))?.organisationId ?? null
    if (known.size >= most) known.clear()
    if (found !== null) known.set(id, found)
    return found
  }
}
