import { runAs } from '../../platform/actor.ts'
import type { Budget } from '../../platform/budget.ts'
import { type Spool, startSpool } from '../../platform/spool.ts'
import type { Command } from './wire/command-reader.ts'

/** A message is there as it came, and in the thread that takes it apart. */
const copies = 2

/** The literals of a command that wait on disk until it is whole: nobody's slow line fills the memory. */
export interface Aside {
  /** Where the next bytes go. @param place of the literal among all of the command */
  start(place: number, size: number): Spool
  /** The command with its literals in memory, when there is room for all of them. */
  whole(command: Command): Promise<Command>
  /** The command is over or given up. */
  forget(): void
}

export function createAside(memory: Budget, account: () => string | null): Aside {
  let waiting = new Map<number, { spool: Spool; size: number }>()
  let release: () => void = () => undefined
  return {
    start: (place, size) => {
      const spool = startSpool()
      waiting.set(place, { spool, size })
      return spool
    },
    whole: async (command) => {
      const size = [...waiting.values()].reduce((sum, one) => sum + one.size, 0)
      if (size === 0) return command
      // Once for all of it: who holds a part and waits for more would wait for itself. So would what the command reads.
      const holder = {}
      const asker = { client: '', ip: '', account: account() ?? '', holder, atEnd: () => undefined }
      release = await runAs(asker, () => memory.take(size * copies))
      const literals = [...command.literals]
      const room = () => Promise.resolve()
      for (const [place, { spool }] of waiting) literals[place] = await spool.read(0, room)
      waiting = new Map()
      return { ...command, literals, holder }
    },
    forget: () => {
      for (const { spool } of waiting.values()) spool.drop()
      waiting = new Map()
      release()
      release = () => undefined
    },
  }
}
