import type { AdminRow } from './console-sessions.queries.ts'
import type { ConsoleCaller } from './console-sessions.ts'

/** Who is at work in the console, from where. */
export interface AtWork {
  admin: AdminRow
  caller: ConsoleCaller
  ip: string
}
