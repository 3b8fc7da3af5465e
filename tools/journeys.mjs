/** `node tools/journeys.mjs NAME=VALUE … FILE …`: journeys by themselves, with settings of their own in the environment. */
import { provideChromium } from './chromium.mjs'
import { main, program, run, setUp } from './setup.mjs'

await main(async () => {
  await setUp({ web: true })
  await provideChromium()
  const words = process.argv.slice(2)
  const isSetting = (word) => /^[A-Z_]+=/.test(word)
  for (const setting of words.filter(isSetting)) {
    const at = setting.indexOf('=')
    process.env[setting.slice(0, at)] ??= setting.slice(at + 1)
  }
  const [command, args] = program('@playwright/test/cli.js')
  const options = ['test', '--config', 'e2e/playwright.config.ts', '--reporter', 'list']
  const files = words.filter((word) => !isSetting(word))
  process.exitCode = await run(command, [...args, ...options, ...files])
})
