/**
 * The product's own commands, one after another in one process: each start of the product costs a second of a processor, and
 * a run of the tests has hundreds of commands. Takes `{ words, input }`, answers `{ code, said }`.
 */
import { enableCompileCache } from 'node:module'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Asked, Said } from '../durability/commands.ts'

const source = (path: string): string =>
  fileURLToPath(new URL(`../../server/src/${path}`, import.meta.url))
enableCompileCache(fileURLToPath(new URL('../../.cache/compiled', import.meta.url)))
const { createApp } = await import(source('app.ts'))
const { runCommand } = await import(source('commands/commands.ts'))

let said = ''
for (const stream of [process.stdout, process.stderr])
  stream.write = (chunk: string | Uint8Array) => {
    said += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
    return true
  }

async function run({ words, input }: Asked): Promise<Said> {
  const stdin = Readable.from([input])
  Object.defineProperty(process, 'stdin', { value: stdin, configurable: true })
  said = ''
  const code = await runCommand(words, { createApp })
  return { code, said }
}

// Whoever asks waits for each answer (e2e/durability/commands.ts).
process.on('message', async (asked: Asked) => process.send?.(await run(asked)))
process.on('disconnect', () => process.exit())
process.send?.('ready')
