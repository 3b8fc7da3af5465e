/** `npm run fsync-order`: P2, what reaches the disk in which order before a sender reads 250. */
import { canTrace, runFsyncOrder } from './fsync-run.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

if (!canTrace()) {
  say('skipped: strace is not installed, or may not trace here')
} else {
  const { steps, wrong } = await runFsyncOrder()
  for (const { what, call, began, ended } of steps) {
    say(`${began.toFixed(2).padStart(8)} – ${ended.toFixed(2).padStart(8)} ms  ${what}`)
    say(`${' '.repeat(24)}${call.slice(0, 160)}`)
  }
  for (const one of wrong) say(`WRONG: ${one}`)
  say('every sync of the disk was made 50 ms slower, so that nobody seems to have waited by luck')
  say(wrong.length === 0 ? 'P2 holds' : 'P2 DOES NOT HOLD')
  process.exitCode = wrong.length === 0 ? 0 : 1
}
