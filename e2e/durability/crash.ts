/** `npm run crash -- [--messages 10000] [--kills 25] [--pg-kills 5] [--seed 1]`: P1, mail survives kill -9. */
import { parseArgs } from 'node:util'
import { type CrashReport, runCrash } from './crash-run.ts'

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '25' },
    'pg-kills': { type: 'string', default: '5' },
    connections: { type: 'string', default: '8' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
})

const say = (line: string): void => void process.stdout.write(`${line}\n`)
say(`seed ${values.seed}`)
const report = await runCrash({
  messages: Number(values.messages),
  kills: Number(values.kills),
  pgKills: Number(values['pg-kills']),
  connections: Number(values.connections),
  seed: Number(values.seed),
  say,
})
process.exitCode = print(report) ? 0 : 1

/** @returns true when all is as promised */
function print(one: CrashReport): boolean {
  const { sending } = one
  const later = [...sending.later].map(([kind, times]) => `${times} × ${kind}`).join(', ')
  const slowest = Math.max(0, ...one.restarts, ...one.pgRestarts)
  say('')
  say(`sent           ${sending.answered} in ${one.seconds.toFixed(0)} s`)
  say(`retried        ${sending.retried}${later ? ` (${later})` : ''}`)
  say(`refused        ${sending.refused.length} ${sending.refused.slice(0, 3).join(' | ')}`)
  say(`server killed  ${one.restarts.length} times, up again ${spread(one.restarts)}`)
  say(`database killed ${one.pgRestarts.length} times, up again ${spread(one.pgRestarts)}`)
  say(`unasked exits  ${one.unasked}`)
  say(`lost           ${one.lost.length} ${one.lost.slice(0, 5).join(' | ')}`)
  say(`doubled        ${one.doubled.length} ${one.doubled.slice(0, 5).join(' | ')}`)
  say(`disagreements  ${one.disagreements.length} ${one.disagreements.slice(0, 5).join(' | ')}`)
  say(`changed        ${one.changed.length} of ${one.compared} sources compared`)
  say(`verify         exit code ${one.verify.code}: ${one.verify.said.trim()}`)
  const wrong = [sending.refused, one.lost, one.doubled, one.disagreements, one.changed]
  const isRight =
    wrong.every((list) => list.length === 0) &&
    one.unasked === 0 &&
    one.verify.code === 0 &&
    slowest <= 5_000
  say(isRight ? 'P1 holds' : 'P1 DOES NOT HOLD')
  return isRight
}

function spread(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  return `p50 ${at(0.5)} ms, max ${at(1)} ms`
}
