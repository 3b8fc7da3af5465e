/**
 * `make-people.ts PASSWORD DOMAIN NAME…`: a domain and its people by the product's own commands, in one process: each start
 * of the product costs a second of a processor, and many tests begin so.
 */
import { enableCompileCache } from 'node:module'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const source = (path: string): string =>
  fileURLToPath(new URL(`../../server/src/${path}`, import.meta.url))
enableCompileCache(fileURLToPath(new URL('../../.cache/compiled', import.meta.url)))
const { createApp } = await import(source('app.ts'))
const { runCommand } = await import(source('commands/commands.ts'))
const [password, domain, ...names] = process.argv.slice(2)

async function run(...words: string[]): Promise<void> {
  const stdin = Readable.from([`${password}\n`])
  Object.defineProperty(process, 'stdin', { value: stdin, configurable: true })
  const code = await runCommand(words, { createApp })
  if (code !== 0) process.exit(code)
}

await run('domain', 'add', domain ?? '')
for (const name of names) await run('user', 'add', `${name}@${domain}`)
