/** `npm run test:external`: the server tests with PostgreSQL over TCP, as an external one is reached, and contents on S3. */
import { main, setUp } from './setup.mjs'
import { serverTestsExternal, summarise, timed } from './steps.mjs'

await main(async () => {
  await setUp({ web: false })
  summarise([await timed(serverTestsExternal)])
})
