/** `npm run crash:imap -- [--rounds 100] [--people 4] [--seed 1]`: what mail programs were told is done survives kill -9 (issue 14). */
import { parseArgs } from 'node:util'
import { runImapCrash } from './crash-imap-run.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '100' },
    people: { type: 'string', default: '4' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  },
})

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const shown = (map: Map<string, number>): string =>
  [...map]
    .sort()
    .map(([kind, times]) => `${times} × ${kind}`)
    .join(', ')
say(`seed ${values.seed}`)
const one = await runImapCrash({
  rounds: Number(values.rounds),
  people: Number(values.people),
  seed: Number(values.seed),
  say,
})
say('')
say(
  `kills          ${one.kills.server} server, ${one.kills.database} database, ${one.seconds.toFixed(0)} s`,
)
say(`answered OK    ${shown(one.done)}`)
say(`cut            ${shown(one.cut)}`)
say(`wrong          ${one.wrong.length}`)
for (const line of one.wrong.slice(0, 20)) say(`  ${line}`)
say(`verify         exit code ${one.verify.code}: ${one.verify.said.trim()}`)
const isRight = one.wrong.length === 0 && one.verify.code === 0
say(isRight ? 'the mailboxes hold' : 'THE MAILBOXES DO NOT HOLD')
process.exitCode = isRight ? 0 : 1
