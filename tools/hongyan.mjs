#!/usr/bin/env node
/** `npx hongyan COMMAND …`: the command line of the server, on Node 24. */
import { join } from 'node:path'
import { become, main, node24, root, setUp } from './setup.mjs'

await main(async () => {
  const args = process.argv.slice(2)
  await setUp({ web: args[0] === 'serve' })
  await become(node24, [join(root, 'server/src/main.ts'), ...args])
})
