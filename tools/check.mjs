/** `npm run check`: types, lint, imports, unit and server tests. */
import { main, setUp } from './setup.mjs'
import { graph, lint, summarise, timed, types, vitest } from './steps.mjs'

await main(async () => {
  await setUp({ web: false })
  const parts = []
  for (const step of [types, lint, graph, vitest]) parts.push(await timed(step))
  summarise(parts)
})
