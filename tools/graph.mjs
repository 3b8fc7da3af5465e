/** `npm run graph`: who imports whom (.dependency-cruiser.cjs). Fails when it saw too little to be true. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { main, program, root, SetupFailed, setUp } from './setup.mjs'

/** Fewer modules than this means that the parser read nothing, not that the project is small. */
const fewest = 20

await main(async () => {
  await setUp({ web: false })
  const { violations, totalCruised } = await cruise()
  for (const { rule, from, to, cycle } of violations) {
    const path = cycle ? cycle.map(({ name }) => name).join(' → ') : to
    process.stdout.write(`${rule.severity} ${rule.name}: ${from} → ${path}\n`)
  }
  if (totalCruised < fewest) {
    throw new SetupFailed(`The import check saw only ${totalCruised} modules: it does not work.`)
  }
  process.stdout.write(`imports: ${totalCruised} modules, ${violations.length} violations\n`)
  if (violations.length > 0) process.exitCode = 1
})

async function cruise() {
  const [command, args] = program('dependency-cruiser/bin/dependency-cruiser.mjs')
  const folders = ['contract', 'mime', 'server', 'web', 'e2e', 'bench']
  const options = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json']
  const { stdout } = await promisify(execFile)(command, [...args, ...folders, ...options], {
    cwd: root,
    maxBuffer: 256 * 1024 * 1024,
  }).catch((failed) => {
    // Its exit code is the number of violations; the answer is there all the same.
    if (failed.stdout) return failed
    throw new SetupFailed(`The import check failed: ${failed.stderr ?? failed.message}`)
  })
  return JSON.parse(stdout).summary
}
