#!/usr/bin/env node
/** `npx hongyan COMMAND …`: the command line of the server, on Node 24. */
import { join } from 'node:path'
import { serverFlags } from './server-flags.mjs'
import { become, main, node24, root, setUp } from './setup.mjs'

await main(async () => {
  const args = process.argv.slice(2)
  const serves = args[0] === 'serve'
  await setUp({ web: serves })
  const flags = serves ? serverFlags : []
  await become(node24, [...flags, join(root, 'server/src/main.ts'), ...args])
})
