/** Reads what Vitest and Playwright wrote about their tests: counts, and each test with its full name. */
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './setup.mjs'

export const vitestFile = join(root, '.cache/vitest.json')
/** The run on an external database and S3. */
export const externalFile = join(root, '.cache/vitest-external.json')
/** Errors of a run that belong to no test; there is no file where there were none. */
export const unhandledFile = join(root, '.cache/vitest-unhandled.txt')
export const playwrightFile = join(root, '.cache/playwright.json')

/**
 * Every test of a run: `{ name, file, state, ms }`, state being passed, failed or skipped, and `ms` how long it
 * took. A file that could not be run at all is one failed test. Without an answer there is one failed test that
 * says so.
 */
export const vitestTests = (file = vitestFile) =>
  readRun(file, 'Vitest', (run) =>
    run.testResults.flatMap((suite) => {
      const file = relative(root, suite.name)
      const tests = suite.assertionResults.map((test) => ({
        name: test.fullName,
        file,
        state: stateOf(test.status),
        ms: test.duration ?? 0,
        why: test.failureMessages?.join('\n'),
      }))
      const isBroken = suite.status === 'failed' && !tests.some(({ state }) => state === 'failed')
      const name = `${file} cannot be run`
      const broken = { name, file, state: 'failed', why: suite.message, isWhole: true }
      return isBroken ? [...tests, broken] : tests
    }),
  )

export const playwrightTests = () =>
  readRun(playwrightFile, 'Playwright', (run) => [
    ...(run.errors ?? []).map(({ message }) => ({ name: message, file: 'e2e', state: 'failed' })),
    ...run.suites.flatMap((suite) => testsOf(suite, [])),
  ])

/** @returns `{ passed, failed, skipped }` */
export function count(tests) {
  const of = (state) => tests.filter((test) => test.state === state).length
  return { passed: of('passed'), failed: of('failed'), skipped: of('skipped') }
}

/** The slowest of some tests, slowest first, as lines of a table: seconds, name and file. */
export const slowest = (tests, most) =>
  [...tests]
    .sort((one, other) => (other.ms ?? 0) - (one.ms ?? 0))
    .slice(0, most)
    .map(({ name, file, ms = 0 }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name} (${file})`)

/** The tests of a run, those of `files` as they were when these ran once more; what failed at first is marked. */
export function afterSecondTry(tests, again, files) {
  const first = tests.filter(({ state }) => state === 'failed')
  const second = again.map((test) => {
    const own = first.find(
      ({ file, name, isWhole }) => file === test.file && (isWhole || name === test.name),
    )
    return own && test.state === 'passed' ? { ...test, isSecondTry: true, why: own.why } : test
  })
  return [...tests.filter(({ file }) => !files.includes(file)), ...second]
}

/** Errors of the run before that belong to no test, as one failed test. */
export const unhandled = () =>
  existsSync(unhandledFile)
    ? [
        {
          name: 'an error outside of every test',
          file: '',
          state: 'failed',
          why: readFileSync(unhandledFile, 'utf8'),
        },
      ]
    : []

/** The failed of some tests: name, file, and the first lines of what each said. */
export const failures = (tests) => tests.filter(({ state }) => state === 'failed').map(told)

/** The tests that failed and passed when they were tried again: what each said at first. */
export const secondTries = (tests) =>
  tests.filter(({ isSecondTry, state }) => isSecondTry && state === 'passed').map(told)

const told = ({ name, file, why = '' }) => `  ${name} (${file})\n${firstLines(why)}`

const firstLines = (text) =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => !/^ +at .*node_modules/.test(line))
    .slice(0, 12)
    .map((line) => `      ${line.slice(0, 240)}\n`)
    .join('')

function readRun(file, runner, read) {
  if (!existsSync(file)) return [{ name: `${runner} gave no answer`, file: '', state: 'failed' }]
  return read(JSON.parse(readFileSync(file, 'utf8')))
}

function testsOf(suite, above) {
  // The outermost suite of Playwright is the file.
  const titles = suite.line === 0 && above.length === 0 ? [] : [...above, suite.title]
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map((test) => ({
      name: [...titles, spec.title].join(' '),
      file: join('e2e', spec.file),
      state: { expected: 'passed', flaky: 'passed', skipped: 'skipped' }[test.status] ?? 'failed',
      isSecondTry: test.status === 'flaky',
      ms: test.results.reduce((total, { duration }) => total + duration, 0),
      why: test.results.flatMap(({ errors }) => errors.map(({ message }) => message)).join('\n'),
    })),
  )
  return [...own, ...(suite.suites ?? []).flatMap((inner) => testsOf(inner, titles))]
}

const stateOf = (status) =>
  status === 'passed' ? 'passed' : status === 'failed' ? 'failed' : 'skipped'
