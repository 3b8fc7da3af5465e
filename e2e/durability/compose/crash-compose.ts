/** `npm run crash:compose -- [--rounds 50] [--seed 1]`: the composer survives kill -9 of browser and server (issue 4). */
import { parseArgs } from 'node:util'
import { runComposeCrash } from './crash-compose-run.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
})

const say = (line: string): void => void process.stdout.write(`${line}\n`)
say(`seed ${values.seed}`)
const one = await runComposeCrash({ rounds: Number(values.rounds), seed: Number(values.seed), say })
say('')
say(`rounds         ${one.rounds} in ${one.seconds.toFixed(0)} s`)
say(`killed         browser ${one.killed.browser}, server ${one.killed.server}`)
say(`mails          ${one.mails}, ${one.words} words`)
for (const [end, count] of one.told) say(`  ${end}: ${count}`)
say(`lost           ${one.lost.length} ${one.lost.slice(0, 5).join(' | ')}`)
say(`doubled        ${one.doubled.length} ${one.doubled.slice(0, 5).join(' | ')}`)
say(`untrue states  ${one.untrue.length} ${one.untrue.slice(0, 5).join(' | ')}`)
say(`verify         exit code ${one.verify.code}: ${one.verify.said.trim()}`)
const isRight =
  one.lost.length + one.doubled.length + one.untrue.length === 0 && one.verify.code === 0
say(isRight ? 'the composer holds' : 'THE COMPOSER DOES NOT HOLD')
process.exitCode = isRight ? 0 : 1
