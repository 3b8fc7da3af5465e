/** `node tools/run.mjs FILE …`: the same preparation as `npm start`, then a TypeScript file on Node 24. */
import { become, main, node24, SetupFailed, setUp } from './setup.mjs'

await main(async () => {
  const [file, ...args] = process.argv.slice(2)
  if (!file) throw new SetupFailed('Usage: node tools/run.mjs FILE [arguments]')
  await setUp({ web: true })
  await become(node24, [file, ...args])
})
