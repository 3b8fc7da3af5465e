import type { createApp } from '../app.ts'
import type { Config } from '../config.ts'

/** What a command is given. It returns the exit code. */
export interface CommandInput {
  words: string[]
  config: Config
  createApp: typeof createApp
  print(line: string): void
}

export type Command = (input: CommandInput) => Promise<number>

/** The person at the terminal used it wrongly; the message says how it goes. */
export class UsageError extends Error {}
