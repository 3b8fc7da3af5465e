import type { Session } from '../session.ts'
import type { CommandLine } from '../wire/command-line.ts'

export interface Pop3Command {
  /** In which state it may be given (RFC 1939 §3). */
  for: 'strangers' | 'users' | 'all'
  /** @returns the text of the +OK; null when the answer is out already. @throws Refusal, WireError */
  run(session: Session, line: CommandLine): Promise<string | null> | string | null
}
