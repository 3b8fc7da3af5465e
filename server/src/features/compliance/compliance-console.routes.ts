import { complianceEndpoints as api } from '@hongyan/contract/console-compliance'
import type { ConsoleActs, ConsoleDoor } from '../console/console.public.ts'
import type { LegalHolds } from './holds.service.ts'

/** The console's page of mail that is kept by order. */
export function complianceConsoleRoutes(
  door: ConsoleDoor,
  { holds, acts }: { holds: LegalHolds; acts: ConsoleActs },
): void {
  door.bind(api.legalHolds, ({ query }, work) => holds.list(work, query))
  door.bind(api.legalCopies, ({ query }, work) => holds.copies(work, query))
  door.bind(api.addLegalHold, async ({ body }, work) => {
    const { addresses, hold } = await holds.checked(work, body)
    const details = {
      reason: hold.reason,
      departments: hold.departmentIds.join(' '),
      from: body.mailFrom,
      until: body.mailUntil,
    }
    const doing = { act: 'hold-added', whom: addresses.join(' '), details }
    return { id: await acts.doing(work, doing, () => holds.add(work, hold)) }
  })
  door.bind(api.releaseLegalHold, async ({ body: { id } }, work) => {
    await acts.doing(work, { act: 'hold-released', details: { hold: id } }, () =>
      holds.release(work, id),
    )
    return {}
  })
}
