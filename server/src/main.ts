import { flushCompileCache } from 'node:module'
import { keepCompiled } from './compiled-sources.ts'

keepCompiled()
const { createApp } = await import('./app.ts')
const { runCommand } = await import('./commands/commands.ts')
// Written now: a process that is killed writes nothing at its end.
flushCompileCache()

process.exitCode = await runCommand(process.argv.slice(2), { createApp })
