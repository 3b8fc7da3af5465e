import { traceEndpoints as api } from '@hongyan/contract/console-trace'
import type { Database } from '../../platform/db/pool.ts'
import { AppError } from '../../platform/errors.ts'
import { fromTimeCursor } from '../../platform/time-cursor.ts'
import { type AtWork, type ConsoleDoor, readableBy } from '../console/console.public.ts'
import type { Reader, Trace } from './trace.service.ts'

/** Who sees what mail is about; the others see where it went. */
const seesSubjects = ({ admin }: AtWork): boolean =>
  admin.role === 'owner' || admin.role === 'admin'

const dateOf = (text: string | undefined): Date | null =>
  text === undefined ? null : new Date(text)

/** The console's page of where mail went. */
export function traceConsoleRoutes(
  door: ConsoleDoor,
  { trace, database }: { trace: Trace; database: Database },
): void {
  const readerOf = async (work: AtWork): Promise<Reader> => ({
    people: await readableBy(database, work),
    subjects: seesSubjects(work),
  })
  door.bind(api.trace, async ({ query }, work) => {
    const { subject = '', sender = '', recipient = '', messageId = '' } = query
    if (subject.trim() !== '' && !seesSubjects(work)) throw new AppError('console.not-allowed')
    return trace.list(await readerOf(work), {
      ...{ subject, sender, recipient, messageId },
      from: dateOf(query.from),
      until: dateOf(query.until),
      after: fromTimeCursor(query.after),
      pageSize: query.pageSize,
    })
  })
  door.bind(api.tracedMail, async ({ query: { id, at } }, work) =>
    trace.one(await readerOf(work), { id, at: new Date(at) }),
  )
}
