/** `npm run crash:send -- [--rounds 500] [--seed 1]`: writing and sending survive kill -9 (issue 4). */
import { parseArgs } from 'node:util'
import { runSendCrash } from './crash-send-run.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '500' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
})

const say = (line: string): void => void process.stdout.write(`${line}\n`)
say(`seed ${values.seed}`)
const one = await runSendCrash({ rounds: Number(values.rounds), seed: Number(values.seed), say })
say('')
say(`mails          ${one.mails} in ${one.seconds.toFixed(0)} s`)
for (const [end, count] of one.ends) say(`  ${end}: ${count}`)
say(`by a program   ${one.handed} answered 250`)
say(`lost           ${one.lost.length} ${one.lost.slice(0, 5).join(' | ')}`)
say(`doubled        ${one.doubled.length} ${one.doubled.slice(0, 5).join(' | ')}`)
say(`untrue states  ${one.untrue.length} ${one.untrue.slice(0, 5).join(' | ')}`)
say(`taken twice by another server, from a process that died over it: ${one.twiceOutside.length}`)
say(`verify         exit code ${one.verify.code}: ${one.verify.said.trim()}`)
const isRight =
  one.lost.length + one.doubled.length + one.untrue.length === 0 && one.verify.code === 0
say(isRight ? 'the outbox holds' : 'THE OUTBOX DOES NOT HOLD')
process.exitCode = isRight ? 0 : 1
