import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Every so often the loop is asked whether it is late. */
const resolutionMs = 20

/** Watches the main loop: while it is held up, nobody is served. */
export interface LoopWatch {
  start(): void
  /** Longest stall since the last call, in ms. */
  longestStall(): number
  stop(): void
}

/** @returns a watch that keeps no process alive */
export function watchEventLoop(): LoopWatch {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  return {
    start: () => {
      delays.enable()
    },
    longestStall: () => {
      const stall = Math.max(0, delays.max / 1e6 - resolutionMs)
      delays.reset()
      return stall
    },
    stop: () => {
      delays.disable()
    },
  }
}
