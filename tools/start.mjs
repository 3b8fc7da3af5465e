/** `npm start`: installs, builds the web pages and starts the server. */
import { join } from 'node:path'
import { serverFlags } from './server-flags.mjs'
import { become, main, node24, root, setUp } from './setup.mjs'

await main(async () => {
  await setUp({ web: true })
  const server = [...serverFlags, join(root, 'server/src/main.ts'), 'serve']
  await become(node24, [...server, ...process.argv.slice(2)])
})
