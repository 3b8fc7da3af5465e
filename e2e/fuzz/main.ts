/**
 * `npm run fuzz:wire -- [--lines 1000000] [--seed 1] [--lanes 8]`: random and mutated lines at the doors of IMAP, POP3 and
 * submission, until so many were answered (issue 14). Prints how fast, how long the loop stood still at most and what memory
 * that took; the exit code says whether nothing broke and both stayed within their limits.
 */
import { availableParallelism, cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { runWireFuzz } from './run.ts'

/** ms that nothing may stand still, and MB above the idle server. */
const mostStall = 50
const mostMemory = 256

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    lanes: { type: 'string', default: '8' },
  },
})
const say = (line: string): void => void process.stdout.write(`${line}\n`)
say(
  `${new Date().toISOString().slice(0, 16)}, ${availableParallelism()} × ${cpus()[0]?.model}, node ${process.version}, ` +
    `load ${loadavg()[0]?.toFixed(1)}, seed ${values.seed}, ${values.lanes} programs at once`,
)
const { doors, seconds, stall, memory, wrong } = await runWireFuzz({
  lines: Number(values.lines),
  seed: Number(values.seed),
  lanes: Number(values.lanes),
  say,
})
const total = Object.values(doors).reduce((sum, { answers }) => sum + answers, 0)
say('')
say('| door | lines answered | visits | cut while they waited for announced bytes |')
say('| --- | --- | --- | --- |')
for (const [name, { answers, visits, cut }] of Object.entries(doors))
  say(`| ${name} | ${answers} | ${visits} | ${cut} |`)
say('')
say(`${total} lines in ${seconds.toFixed(0)} s, ${(total / seconds).toFixed(0)} lines/s`)
say(`longest stall of the loop ${stall.toFixed(1)} ms (limit ${mostStall} ms)`)
say(
  `memory ${memory.idle.toFixed(0)} MB idle, ${memory.peak.toFixed(0)} MB at most (limit ${mostMemory} MB above idle), ${memory.after.toFixed(0)} MB afterwards`,
)
say(`wrong ${wrong.length}`)
for (const one of wrong) say(`  ${one}`)
const isRight = wrong.length === 0 && stall <= mostStall && memory.peak - memory.idle <= mostMemory
say(isRight ? 'the doors hold' : 'THE DOORS DO NOT HOLD')
process.exitCode = isRight ? 0 : 1
