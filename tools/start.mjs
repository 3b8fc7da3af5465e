/** `npm start`: installs, builds the web pages and starts the server. */
import { join } from 'node:path'
import { become, main, node24, root, setUp } from './setup.mjs'

await main(async () => {
  await setUp({ web: true })
  await become(node24, [join(root, 'server/src/main.ts'), 'serve', ...process.argv.slice(2)])
})
