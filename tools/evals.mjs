/**
 * `npm run evals`: how good the assistant is, as tables: its check by the sets of frauds and honest mail, attacks by mail on a model
 * that obeys them, and answers by rules. `-- --url http://host/v1 --model NAME [--key KEY]` asks that model for the answers.
 */
import { main, program, run, setUp } from './setup.mjs'

await main(async () => {
  await setUp({ web: false })
  const given = process.argv.slice(2)
  const afterName = (name) => given[given.indexOf(`--${name}`) + 1]
  for (const name of ['url', 'model', 'key'])
    if (given.includes(`--${name}`)) process.env[`EVALS_${name.toUpperCase()}`] = afterName(name)
  process.env.EVALS = 'full'
  const [command, args] = program('vitest/vitest.mjs')
  process.exitCode = await run(command, [...args, 'run', 'server/src/testing/evals'])
})
