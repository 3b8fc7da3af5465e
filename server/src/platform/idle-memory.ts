import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Part } from './part.ts'

/** Between two looks at what the loop did. */
const everyMs = 20_000
/** A part of the time: below it nobody is served but by the clock. */
const idle = 0.05
/**
 * Idle looks after which it is collected once more, as thoroughly as V8 can. By then the threads that the load needed have ended, what was
 * remembered for minutes is forgotten, and code that nobody runs any more can go too: 50 MB after a load of 4,000 mails.
 */
const settledAt = 9

interface Options {
  /** Gives back what nobody uses; `thoroughly`: what could be made again, too. */
  collect?: (thoroughly: boolean) => void
  /** What part of the time since the last call the loop was at work. */
  utilisation?: () => number
}

/**
 * After a load V8 keeps a heap of the size that the load needed until somebody allocates again, which may be tomorrow. When
 * the loop has become idle it is collected, and three minutes later once more: a tenth of a second in which nobody is there to wait.
 */
export function returnMemoryWhenIdle({
  collect = collector(),
  utilisation = loopUtilisation(),
}: Options = {}): Part {
  let timer: NodeJS.Timeout | undefined
  let idleLooks = 0
  const look = (): void => {
    idleLooks = utilisation() < idle ? idleLooks + 1 : 0
    if (idleLooks === 1 || idleLooks === settledAt) collect(idleLooks === settledAt)
  }
  return {
    start: () => {
      timer = setInterval(look, everyMs).unref()
    },
    stop: () => clearInterval(timer),
  }
}

function loopUtilisation(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return utilization
  }
}

function collector(): (thoroughly: boolean) => void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how?: object) => void
  setFlagsFromString('--no-expose-gc')
  return (thoroughly) =>
    thoroughly ? collect({ type: 'major', execution: 'sync', flavor: 'last-resort' }) : collect()
}
