/** The roles one process may play. */
export const roles = ['web', 'smtp', 'imap', 'pop3', 'worker'] as const
export type Role = (typeof roles)[number]

/** Something that runs while the process does. */
export interface Part {
  /** Starts in processes of this role alone; without one, in all. */
  role?: Role
  start?(): Promise<void> | void
  /** Called in every process, one that started nothing too: lets go of what the part holds. */
  stop?(): Promise<void> | void
}
