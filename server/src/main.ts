import { createApp } from './app.ts'
import { runCommand } from './commands/commands.ts'

process.exitCode = await runCommand(process.argv.slice(2), { createApp })
