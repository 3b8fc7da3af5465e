import type { Done } from '../answers.ts'
import type { Session } from '../session.ts'
import type { Scanner } from '../wire/scanner.ts'

/** One command of RFC 9051 §6. */
export interface ImapCommand {
  /** Who may give it: anybody, nobody who is in, who is in, who has a mailbox open. */
  for: 'all' | 'strangers' | 'users' | 'selected'
  /** No message may lose its number meanwhile: FETCH, STORE and SEARCH (RFC 9051 §7.5.1). */
  keepsNumbers?: true
  /** Messages may go by it: its answer says where the mailbox stands behind that (RFC 7162 §3.2.9). */
  tellsPosition?: true
  /** Reads its arguments, does it, tells what is to be told. @throws WireError, Refusal, AppError */
  run(session: Session, scan: Scanner): Promise<Done> | Done
}
