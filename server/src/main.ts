import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// The second start takes the sources as they were compiled by the first: half the time of a start is reading them.
enableCompileCache(fileURLToPath(new URL('../../.cache/compiled', import.meta.url)))
const { createApp } = await import('./app.ts')
const { runCommand } = await import('./commands/commands.ts')
// Written now: a process that is killed writes nothing at its end.
flushCompileCache()

process.exitCode = await runCommand(process.argv.slice(2), { createApp })
