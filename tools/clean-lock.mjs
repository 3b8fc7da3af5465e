/** `node tools/clean-lock.mjs`: takes registry addresses out of package-lock.json, so that it suits every registry. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './setup.mjs'

const path = join(root, 'package-lock.json')
const text = readFileSync(path, 'utf8')
const lock = JSON.parse(text)
let removed = 0
for (const entry of Object.values(lock.packages)) {
  // A workspace is "resolved" to its folder: that one stays.
  if (!/^https?:/.test(entry.resolved ?? '')) continue
  delete entry.resolved
  removed++
}
if (removed > 0) writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`package-lock.json: ${removed} addresses removed\n`)
