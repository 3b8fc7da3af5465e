import type { Endpoint } from './endpoint.ts'

/** What somebody may do in the console, from most to least. */
export const consoleRoles = ['owner', 'admin', 'department', 'helpdesk', 'auditor'] as const
export type ConsoleRole = (typeof consoleRoles)[number]

/** A call of the console: on its own port, by its own token. `may`: the roles that may make it. */
export interface ConsoleEndpoint extends Endpoint {
  may: readonly ConsoleRole[]
  /** Dangerous: the password was given in the last five minutes. */
  confirmed?: true
}

/** Keeps the literal types of a description. */
export const consoleEndpoint = <const T extends ConsoleEndpoint>(description: T): T => description
