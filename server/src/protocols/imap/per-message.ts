import { runAs } from '../../platform/actor.ts'
import type { Session } from './session.ts'

/** Work on one message: what it holds of the memory of all is given back before the next one. */
export async function perMessage<T>(session: Session, work: () => Promise<T>): Promise<T> {
  const ends: (() => void)[] = []
  const asker = {
    client: 'IMAP',
    ip: session.ip,
    account: String(session.login?.accountId),
    atEnd: (end: () => void) => void ends.push(end),
  }
  try {
    return await runAs(asker, work)
  } finally {
    for (const end of ends) end()
  }
}
