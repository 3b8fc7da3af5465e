import { currentAsker, runAs } from '../../platform/actor.ts'
import { numbersInMemory } from '../../platform/budget.ts'
import type { Session } from './session.ts'

/** What a number of a message takes while it comes from the database: its text, and a place in a list. */
const bytesOfNumber = 100

/** Work on numbers of a whole mailbox, which may be many: they count as memory while they come. */
export async function whileCounted<T>(
  { login }: Session,
  count: number,
  work: () => Promise<T>,
): Promise<T> {
  const release = await numbersInMemory().take(count * bytesOfNumber, String(login?.accountId))
  try {
    return await work()
  } finally {
    release()
  }
}

/** Work on one message: what it holds of the memory of all is given back before the next one. */
export async function perMessage<T>(session: Session, work: () => Promise<T>): Promise<T> {
  const ends: (() => void)[] = []
  const asker = {
    client: 'IMAP',
    ip: session.ip,
    account: String(session.login?.accountId),
    holder: currentAsker().holder,
    atEnd: (end: () => void) => void ends.push(end),
  }
  try {
    return await runAs(asker, work)
  } finally {
    for (const end of ends) end()
  }
}
