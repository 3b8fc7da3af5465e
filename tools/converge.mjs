/** `npm run converge [ACTIONS]`: the browsers' property test with 500 random actions; CONVERGE_SEED repeats a run. */
import { provideChromium } from './chromium.mjs'
import { main, program, run, setUp } from './setup.mjs'

await main(async () => {
  await setUp({ web: true })
  await provideChromium()
  process.env.CONVERGE_ACTIONS = process.argv[2] ?? '500'
  const [command, args] = program('@playwright/test/cli.js')
  const options = ['test', '--config', 'e2e/playwright.config.ts', '--reporter', 'list', 'converge']
  process.exitCode = await run(command, [...args, ...options])
})
