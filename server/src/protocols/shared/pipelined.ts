import { turnForBulk } from '../../platform/in-turns.ts'

/** Commands of one program in a turn of the loop. */
const atOnce = 20

/** Ten thousand commands may come in one packet: those of one program are done some in a turn, and others between them. */
export interface Pipelined {
  /** Nothing more is here: others were served. */
  waited(): void
  /** Before a command. @returns what to wait for, if anything */
  turn(): Promise<void> | null
}

export function createPipelined(): Pipelined {
  let done = 0
  return {
    waited: () => {
      done = 0
    },
    turn: () => {
      if (++done < atOnce) return null
      done = 0
      return turnForBulk()
    },
  }
}
