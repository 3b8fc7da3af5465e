/**
 * `node tools/mutate.mjs --seed N [--count 40] [--area path] [--kind word] [--list]`: changes a copy of the
 * product by chance, one place at a time, runs the tests that ought to notice (tools/mutation-tests.mjs), and says
 * which changes nobody did. The seed makes a run repeatable. Pages are judged by the journeys too, which need Chromium.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { createChooser } from './mutation-tests.mjs'
import { root } from './setup.mjs'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '40' },
    area: { type: 'string', default: '' },
    kind: { type: 'string', default: '' },
    list: { type: 'boolean', default: false },
  },
})

/** mulberry32: the same numbers for the same seed on every machine. */
function chance(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What a mutation does: a pattern of a line, and what stands there instead. */
const kinds = [
  {
    // What throws a plain Error cannot come about: it is the alarm of a bug, and no test can set it off.
    // Where the types need it the change is no program any more, which `npm test` and `npm run check` say first.
    kind: 'a condition dropped',
    typed: true,
    files: /^(server|web)\/src\/.*\.(ts|tsx)$/,
    pattern: /^(\s*(?:\} else )?if \()(.+)(\) (?:throw (?!new Error\()|return|\{).*)$/,
    change: ([, head, , tail]) => `${head}false${tail}`,
  },
  {
    // A count that begins at nothing is no limit.
    kind: 'a limit changed by one',
    files: /^(contract|server)\/src\/.*\.ts$/,
    pattern:
      /^(.*\b(?:max|min|limit|most|subject|attachments|recipients|rules|labels|folders|\w*(?:Max|Min|Depth|Days|Seconds|Count))\w*(?::| =) )([1-9][\d_]*)(,|$)(.*)$/,
    change: ([, head, number, ...tail]) =>
      `${head}${Number(number.replaceAll('_', '')) + 1}${tail.join('')}`,
  },
  {
    kind: 'a text changed',
    files: /^(contract\/src\/errors.*\.ts|web\/src\/locales\/.*\.json)$/,
    pattern: /^(.*['"])([^'"]*[\u4e00-\u9fff][^'"]*)(['"].*)$/,
    change: ([, head, text, tail]) => `${head}${[...text].reverse().join('')}…${tail}`,
  },
  {
    kind: 'a push frame lost',
    files: /^server\/src\/(push|mailstore|features)\/.*\.ts$/,
    pattern: /^(\s*)(?:await )?((?:\w+\.)*(?:announce|tell|yield|send)\(.*\))$/,
    change: ([, indent]) => `${indent};`,
  },
]

const skipped = /\.(test|spec)\.tsx?$|\/testing\/|\/demo\/|\.d\.ts$/

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')

function placesOf({ kind, typed, files: wanted, pattern, change }) {
  return files
    .filter((file) => wanted.test(file) && !skipped.test(file) && file.includes(values.area))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => {
          const match = pattern.exec(line)
          return match ? [{ kind, typed, file, index, line, changed: change(match) }] : []
        }),
    )
}

/** The product is changed in a copy: whatever ends this run, the tree stays as it was. */
function copyProduct() {
  const copy = join(root, '.cache/mutation')
  rmSync(copy, { recursive: true, force: true, maxRetries: 5 })
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  for (const modules of ['node_modules', 'web/node_modules']) {
    // Packages are only read: a hard link is a copy that costs nothing.
    if (existsSync(join(root, modules)))
      execFileSync('cp', ['-al', join(root, modules), join(copy, modules)])
  }
  // Tests of the structure ask git which files there are.
  execFileSync('git', ['init', '-q'], { cwd: copy })
  execFileSync('git', ['add', '-A'], { cwd: copy })
  return copy
}

const runs = (copy, args, minutes) =>
  spawnSync(join(copy, 'node_modules/node/bin/node'), args, {
    cwd: copy,
    stdio: 'ignore',
    timeout: minutes * 60_000,
    env: { ...process.env, UV_THREADPOOL_SIZE: '16' },
  }).status === 0

/** What waits for news that were lost is not waited for as long as on a machine with much other work. */
const vitestRun = ['node_modules/vitest/vitest.mjs', 'run', '--bail', '1', '--testTimeout', '40000']

const passTypes = (copy) =>
  runs(copy, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'], 10)

const passVitest = (copy, tests) => runs(copy, [...vitestRun, ...tests], 15)

/** The file whose change the built pages have: '' is none. */
let built

/** Builds the pages when they would be others and walks the journeys; a build that fails has noticed too. */
function passJourneys(copy, file, journeys) {
  const change = /^(?:web|contract|mime)\//.test(file) ? file : ''
  const build = ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'silent']
  if ((change !== '' || built !== '') && !runs(copy, build, 10)) return false
  built = change
  const playwright = ['node_modules/@playwright/test/cli.js', 'test', '-x', '--config']
  const plain = (name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const names = journeys.map(([, name]) => plain(name)).join('|')
  const paths = [...new Set(journeys.map(([file]) => file))]
  return runs(copy, [...playwright, 'e2e/playwright.config.ts', ...paths, '-g', names], 15)
}

/** What ought to notice a change: tests in the order they are run, the likeliest alone, then journeys. */
function witnesses(chooser, { kind, file, line }) {
  const wide = chooser.wide(kind)
  const [first, ...near] = chooser.tests(file, line).filter((test) => !wide.includes(test))
  const alone = first === undefined ? [] : [first]
  const order = kind === 'a push frame lost' ? [alone, wide, near] : [wide, alone, near]
  return {
    tests: order.filter((tests) => tests.length > 0),
    journeys: chooser.journeys(file, line),
  }
}

/** `noticed` by a test, or `alive`. */
function judge(copy, { file, index, changed, typed }, { tests, journeys }) {
  const path = join(copy, file)
  const before = readFileSync(path, 'utf8')
  const withChange = (look) => {
    writeFileSync(path, before.split('\n').with(index, changed).join('\n'))
    try {
      return look()
    } finally {
      writeFileSync(path, before)
    }
  }
  const isSeen = () => (typed && !passTypes(copy)) || tests.some((some) => !passVitest(copy, some))
  if (withChange(isSeen)) return 'noticed'
  const walks = (those) => withChange(() => passJourneys(copy, file, those))
  if (journeys.length === 0 || walks(journeys)) return 'alive'
  // Some journeys go on from those before them in their file: what fails without the change too tells nothing alone.
  if (passJourneys(copy, '', journeys)) return 'noticed'
  return walks(journeys.map(([journey]) => [journey, ''])) ? 'alive' : 'noticed'
}

const random = chance(Number(values.seed))
const places = kinds
  .filter(({ kind }) => kind.includes(values.kind))
  .map(placesOf)
  .filter((one) => one.length > 0)
const sample = Array.from({ length: Number(values.count) }, (_, turn) => {
  const own = places[turn % places.length]
  return own.splice(Math.floor(random() * own.length), 1)[0]
}).filter(Boolean)

const copy = values.list ? root : copyProduct()
const chooser = createChooser(
  copy,
  files.filter((file) => /\.(?:tsx?|mjs)$/.test(file)),
)
const passesUnchanged = () =>
  passTypes(copy) && passVitest(copy, ['tools/ledgers.test.ts', 'server/src/push/'])
if (!values.list && !passesUnchanged()) throw new Error('it fails without any change')
let alive = 0
for (const place of sample) {
  const { kind, file, index, line, changed } = place
  const chosen = witnesses(chooser, place)
  const verdict = values.list ? 'listed' : judge(copy, place, chosen)
  if (verdict === 'alive') alive++
  console.log(`${verdict.padEnd(8)} ${kind}: ${file}:${index + 1}`)
  if (verdict === 'noticed') continue
  console.log(`         ${line.trim()}  →  ${changed.trim()}`)
  console.log(`         ${chosen.tests.flat().join(' ')}`)
  for (const [journey, name] of chosen.journeys) console.log(`         ${journey}: ${name}`)
}
if (!values.list) {
  console.log(`seed ${values.seed}: ${sample.length} changes, ${alive} alive`)
  rmSync(copy, { recursive: true, force: true, maxRetries: 5 })
}
process.exitCode = alive > Math.ceil(sample.length / 10) ? 1 : 0
