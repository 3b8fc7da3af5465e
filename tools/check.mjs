/** `npm run check`: types, lint, imports, what nothing uses, unit and server tests. */
import { main, setUp } from './setup.mjs'
import { graph, lint, summarise, timed, types, unused, vitest } from './steps.mjs'

await main(async () => {
  await setUp({ web: false })
  const parts = []
  for (const step of [types, lint, graph, unused, vitest]) parts.push(await timed(step))
  summarise(parts)
})
