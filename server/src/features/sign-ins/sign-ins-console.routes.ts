import { signInEndpoints as api } from '@hongyan/contract/console-sign-ins'
import type { Database } from '../../platform/db/pool.ts'
import { fromTimeCursor } from '../../platform/time-cursor.ts'
import { type ConsoleDoor, readableBy } from '../console/console.public.ts'
import type { SignIns } from './sign-ins.service.ts'

/** The console's page of sign-ins. */
export function signInsConsoleRoutes(
  door: ConsoleDoor,
  { signIns, database }: { signIns: SignIns; database: Database },
): void {
  door.bind(api.signIns, async ({ query }, work) => {
    const { person = '', ip = '', result = null, from, after, pageSize } = query
    return signIns.list(await readableBy(database, work), {
      ...{ person, ip, result, pageSize },
      from: from === undefined ? null : new Date(from),
      after: fromTimeCursor(after),
    })
  })
}
