/** The parts of `npm run check` and `npm test`. Each answers `{ name, passed, failed, skipped }`. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { provideChromium } from './chromium.mjs'
import { provideOpenssl } from './openssl.mjs'
import { provideClamd, provideRspamd } from './protectors.mjs'
import {
  afterSecondTry,
  count,
  externalFile,
  failures,
  playwrightFile,
  playwrightTests,
  secondTries,
  slowest,
  unhandled,
  unhandledFile,
  vitestFile,
  vitestTests,
} from './results.mjs'
import { program, root, run, SetupFailed, say, setUp } from './setup.mjs'
import { provideSlapd } from './slapd.mjs'

export const types = () => tool('types', 'typescript/bin/tsc', ['-p', 'tsconfig.json'])
export const lint = () => tool('lint', '@biomejs/biome/bin/biome', ['check', '.'])
export const graph = () => script('imports', 'tools/graph.mjs')
/** Files, exports and dependencies that nothing uses (knip.json). */
export const unused = () => tool('unused', 'knip/bin/knip.js', [])

/** Unit and server tests. */
export async function vitest() {
  await provideOthers()
  return vitestRun('unit and server tests', { file: vitestFile, paths: [] })
}

/** Other programs that tests try us against. Without one only the tests that need it fail. */
async function provideOthers() {
  for (const wanted of [provideOpenssl, provideSlapd, provideRspamd, provideClamd])
    await wanted().catch((thrown) => say(thrown.message))
}

/** Tests whose outcome could depend on where the database and the contents are. */
const storageTests = [
  'mailstore',
  'delivery/inbound/inbound',
  'features/messages',
  'features/compose',
  'push',
]

/** Those tests once more: PostgreSQL over TCP as an external one is reached, and contents in an S3 store. */
export const vitestOnS3 = () =>
  vitestExternal(
    'storage tests on S3',
    storageTests.map((path) => `server/src/${path}`),
  )

/** All server tests so. TEST_DATABASE_URL and TEST_S3_ENDPOINT may name a database and a store of one's own. */
export async function serverTestsExternal() {
  await provideOthers()
  return vitestExternal('server tests on external stores', ['server/'])
}

function vitestExternal(name, paths) {
  const env = { TEST_DATABASE_URL: 'tcp', TEST_S3_ENDPOINT: 'start', ...process.env }
  return vitestRun(name, { file: externalFile, paths, options: { env } })
}

async function vitestRun(name, { file, paths, options = {} }) {
  title(name)
  const code = await vitestInto(file, paths, options)
  const tests = [...vitestTests(file), ...unhandled()]
  const again = filesToTryAgain(tests)
  if (again.length === 0) return counted(name, tests, code)
  title(`${name}: what failed, once more`)
  const secondFile = file.replace(/\.json$/, '-again.json')
  const secondCode = await vitestInto(secondFile, again, options)
  const second = [...vitestTests(secondFile), ...unhandled()]
  return counted(name, afterSecondTry(tests, second, again), secondCode)
}

async function vitestInto(file, paths, options) {
  for (const old of [file, unhandledFile]) rmSync(old, { force: true })
  const own = `--reporter=${join(root, 'tools/unhandled.mjs')}`
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`, own]
  const [command, args] = program('vitest/vitest.mjs')
  return await run(command, [...args, 'run', ...reporters, ...paths], options)
}

/**
 * On a build machine a few files with failures run once more, as journeys do there: a machine that stood still
 * for a moment stops no change. The summary names each such test, and it is to be mended.
 */
function filesToTryAgain(tests) {
  const failed = [
    ...new Set(tests.filter(({ state }) => state === 'failed').map(({ file }) => file)),
  ]
  return process.env.CI && failed.length <= 3 && !failed.includes('') ? failed : []
}

/** The web pages, and journeys through them in a real browser. */
export async function browserTests() {
  title('browser tests')
  rmSync(playwrightFile, { force: true })
  try {
    await setUp({ web: true })
    await provideChromium()
  } catch (thrown) {
    if (!(thrown instanceof SetupFailed)) throw thrown
    say(thrown.message)
    return { name: 'browser tests', passed: 0, failed: 1, skipped: 0 }
  }
  const [command, args] = program('@playwright/test/cli.js')
  const code = await run(command, [...args, 'test', '--config', 'e2e/playwright.config.ts'])
  return counted('browser tests', playwrightTests(), code)
}

async function tool(name, path, options) {
  title(name)
  const [command, args] = program(path)
  return whole(name, await run(command, [...args, ...options]))
}

async function script(name, path) {
  title(name)
  return whole(name, await run(process.execPath, [join(root, path)]))
}

/** Runs a part and notes how long it took, in milliseconds. */
export async function timed(step) {
  const began = performance.now()
  const part = await step()
  return { ...part, took: performance.now() - began }
}

const title = (text) => process.stdout.write(`\n── ${text} ──\n`)

/** A part without tests of its own counts only when it fails. */
const whole = (name, code) => ({ name, passed: 0, failed: code === 0 ? 0 : 1, skipped: 0 })

/** A runner that failed although no test did (an unhandled error, say) is one failure. */
function counted(name, tests, code) {
  const isBroken = code !== 0 && count(tests).failed === 0
  const broken = {
    name: `${name}: the runner failed although no test did`,
    file: '',
    state: 'failed',
  }
  const all = isBroken ? [...tests, broken] : tests
  return { name, ...count(all), tests: all }
}

/** Prints the slowest tests, the failed ones, one line a part, and as the last line the sums. Sets the exit code. */
export function summarise(parts) {
  const tests = parts.flatMap((part) => part.tests ?? [])
  process.stdout.write(`\nThe slowest:\n${slowest(tests, 20).join('\n')}\n\n`)
  const lists = { 'Passed only at a later try': secondTries(tests), Failed: failures(tests) }
  for (const [head, told] of Object.entries(lists))
    if (told.length > 0) process.stdout.write(`${head}:\n${told.join('')}\n`)
  for (const { name, passed, failed, skipped, took } of parts) {
    const counts =
      passed + failed + skipped === 0
        ? 'ok'
        : `${passed} passed, ${failed} failed, ${skipped} skipped`
    process.stdout.write(`${name}: ${counts}, ${Math.round(took / 1000)} s\n`)
  }
  const sum = (key) => parts.reduce((total, part) => total + part[key], 0)
  if (sum('failed') > 0) process.exitCode = 1
  process.stdout.write(`${sum('passed')} passed, ${sum('failed')} failed\n`)
}
