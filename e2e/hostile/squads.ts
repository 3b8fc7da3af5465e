import { type ChildProcess, fork } from 'node:child_process'
import type { Attack } from './attack.ts'
import type { FromSquad, Orders, Report, ToSquad } from './squad.ts'

const squadCount = 4
/** As many as the largest attack needs, and one more. */
const squadPeople = 4

/** Attackers in processes of their own. */
export interface Squads {
  /** Of everybody who must be there before they begin. */
  attack(attack: Attack): Promise<Report>
  /** How late their own loops were since the last question: at most in seconds, p99 of the worst in ms. */
  lateness(): Promise<{ most: number; p99: number }>
  end(): void
}

/** Names of all their people. */
export const squadNames = Array.from({ length: squadCount * squadPeople }, (_, n) => `p${n}`)

export async function startSquads(orders: Omit<Orders, 'names' | 'number'>): Promise<Squads> {
  const squads: ChildProcess[] = []
  // One after the other: each comes with an administrator who is made by the command line.
  for (let number = 0; number < squadCount; number++) {
    const names = squadNames.slice(number * squadPeople, (number + 1) * squadPeople)
    const child = fork(new URL('./squad.ts', import.meta.url))
    child.setMaxListeners(100)
    squads.push(child)
    const ready = nextOf(child, (message) => 'ready' in message)
    order(child, { begin: { ...orders, number, names } })
    await ready
  }
  let next = 0
  return {
    attack: async ({ name }) => {
      const child = squads[next++ % squads.length] as ChildProcess
      const told = nextOf(child, (one) => 'report' in one && one.report.name === name)
      order(child, { attack: name })
      return ((await told) as { report: Report }).report
    },
    lateness: async () => {
      const all = await Promise.all(
        squads.map(async (child) => {
          const told = nextOf(child, (message) => 'lateness' in message)
          order(child, { lateness: true })
          return ((await told) as { lateness: { most: number; p99: number } }).lateness
        }),
      )
      const worst = (of: 'most' | 'p99') => Math.max(...all.map((one) => one[of]))
      return { most: worst('most'), p99: worst('p99') }
    },
    end: () => {
      for (const child of squads) child.kill()
    },
  }
}

const order = (child: ChildProcess, message: ToSquad): void => void child.send(message)

/** The next message of a kind. @throws when the process ends before it says that */
function nextOf(child: ChildProcess, isIt: (message: FromSquad) => boolean): Promise<FromSquad> {
  return new Promise((resolve, reject) => {
    const over = (): void => {
      child.off('message', onMessage)
      child.off('exit', onExit)
    }
    const onMessage = (message: FromSquad): void => {
      if (!isIt(message)) return
      over()
      resolve(message)
    }
    const onExit = (code: number | null): void => {
      over()
      reject(new Error(`attackers ended (${code})`))
    }
    child.on('message', onMessage)
    child.on('exit', onExit)
  })
}
