/** `npm run crash:approval -- [--rounds 200] [--seed 1]`: held mail survives kill -9 at every step (issue 17). */
import { parseArgs } from 'node:util'
import { runApprovalCrash } from './crash-approval-run.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
})

const say = (line: string): void => void process.stdout.write(`${line}\n`)
say(`seed ${values.seed}`)
const rounds = Number(values.rounds)
const one = await runApprovalCrash({ rounds, seed: Number(values.seed), say })
say(`mails   ${one.mails}`)
for (const [end, count] of one.ends) say(`  ${end}: ${count}`)
say(`wrong   ${one.wrong.length} ${one.wrong.slice(0, 5).join(' | ')}`)
say(`verify  exit code ${one.verify.code}: ${one.verify.said.trim()}`)
const isRight = one.wrong.length === 0 && one.verify.code === 0
say(isRight ? 'approval holds' : 'APPROVAL DOES NOT HOLD')
process.exitCode = isRight ? 0 : 1
