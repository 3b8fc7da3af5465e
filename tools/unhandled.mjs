/** A reporter of Vitest: its JSON says nothing of errors that belong to no test. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { unhandledFile } from './results.mjs'

// biome-ignore lint/style/noDefaultExport: the tool asks for it
export default class Unhandled {
  onTestRunEnd(_modules, errors) {
    rmSync(unhandledFile, { force: true })
    if (errors.length === 0) return
    mkdirSync(dirname(unhandledFile), { recursive: true })
    writeFileSync(unhandledFile, errors.map(({ stack, message }) => stack ?? message).join('\n'))
  }
}
