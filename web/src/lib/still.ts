import { whenIdle } from './idle.ts'
import { idleSeconds } from './last-deed.ts'

/** Nobody has pressed anything for so long: who goes from mail to mail is not held up. In s. */
const still = 2

/** Runs something that nobody waits for, when nobody is at work in this browser. @returns takes it back */
export function whenStill(run: () => void): () => void {
  let isOff = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    if (idleSeconds() < still) {
      timer = setTimeout(look, 1_000)
      return
    }
    whenIdle(() => {
      if (!isOff) run()
    })
  }
  look()
  return () => {
    isOff = true
    clearTimeout(timer)
  }
}
