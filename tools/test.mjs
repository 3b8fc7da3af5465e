/** `npm test`: everything that can be checked. The last line says how many tests passed and failed. */
import { writeRequirements } from './requirements.mjs'
import { main, setUp } from './setup.mjs'
import {
  browserTests,
  graph,
  lint,
  summarise,
  timed,
  types,
  unused,
  vitest,
  vitestOnS3,
} from './steps.mjs'

await main(async () => {
  await setUp({ web: false })
  const parts = []
  for (const step of [types, lint, graph, unused, vitest, vitestOnS3, browserTests])
    parts.push(await timed(step))
  if (process.argv.includes('--requirements')) writeRequirements()
  summarise(parts)
})
