/**
 * `node tools/mutate.mjs --seed N [--count 40] [--area path] [--list]`: changes a copy of the product by chance, one
 * place at a time, runs the tests that ought to notice (tools/mutation-tests.mjs), and says which changes nobody did.
 * The seed makes a run repeatable. A text is looked for in the journeys too, which need Chromium and the pages built.
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
    kind: 'a condition dropped',
    files: /^(server|web)\/src\/.*\.(ts|tsx)$/,
    pattern: /^(\s*(?:\} else )?if \()(.+)(\) (?:throw (?!new Error\()|return|\{).*)$/,
    change: ([, head, , tail]) => `${head}false${tail}`,
  },
  {
    kind: 'a limit changed by one',
    files: /^(contract|server)\/src\/.*\.ts$/,
    pattern:
      /^(.*\b(?:max|min|limit|most|subject|attachments|recipients|rules|labels|folders|\w*(?:Max|Min|Depth|Days|Seconds|Count))\w*(?::| =) )(\d[\d_]*)(,|$)(.*)$/,
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

function placesOf({ kind, files: wanted, pattern, change }) {
  return files
    .filter((file) => wanted.test(file) && !skipped.test(file) && file.includes(values.area))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => {
          const match = pattern.exec(line)
          return match ? [{ kind, file, index, line, changed: change(match) }] : []
        }),
    )
}

/** The product is changed in a copy: whatever ends this run, the tree stays as it was. */
function copyProduct() {
  const copy = join(root, '.cache/mutation')
  rmSync(copy, { recursive: true, force: true })
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

const passVitest = (copy, tests) =>
  runs(copy, ['node_modules/vitest/vitest.mjs', 'run', '--bail', '1', ...tests], 15)

/** Builds the changed pages and walks the journeys; a build that fails has noticed too. */
function passJourneys(copy, journeys) {
  const build = ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'silent']
  if (!runs(copy, build, 10)) return false
  const playwright = [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config',
    'e2e/playwright.config.ts',
  ]
  const plain = (name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return journeys
    .slice(0, 1)
    .every(([file, name]) => runs(copy, [...playwright, file, '-g', plain(name)], 10))
}

/** `noticed` by a test, or `alive`. */
function judge(copy, chooser, { file, index, line, changed }) {
  const path = join(copy, file)
  const before = readFileSync(path, 'utf8')
  const lines = before.split('\n')
  lines[index] = changed
  writeFileSync(path, lines.join('\n'))
  try {
    for (const tests of [chooser.wide(file, line), chooser.tests(file, line)])
      if (tests.length > 0 && !passVitest(copy, tests)) return 'noticed'
    const text = file.startsWith('web/src/locales/') ? /: "(.*)",?$/.exec(line)?.[1] : undefined
    const journeys = text === undefined ? [] : chooser.journeys(text)
    return journeys.length > 0 && !passJourneys(copy, journeys) ? 'noticed' : 'alive'
  } finally {
    writeFileSync(path, before)
  }
}

const random = chance(Number(values.seed))
const places = kinds.map(placesOf).filter((one) => one.length > 0)
const sample = Array.from({ length: Number(values.count) }, (_, turn) => {
  const own = places[turn % places.length]
  return own.splice(Math.floor(random() * own.length), 1)[0]
}).filter(Boolean)

const copy = values.list ? root : copyProduct()
const chooser = createChooser(
  copy,
  files.filter((file) => /\.(?:tsx?|mjs)$/.test(file)),
)
let alive = 0
for (const place of sample) {
  const verdict = values.list ? 'listed' : judge(copy, chooser, place)
  if (verdict === 'alive') alive++
  console.log(`${verdict.padEnd(8)} ${place.kind}: ${place.file}:${place.index + 1}`)
  if (verdict === 'noticed') continue
  console.log(`         ${place.line.trim()}  →  ${place.changed.trim()}`)
  const { file, line } = place
  console.log(`         ${[...chooser.wide(file, line), ...chooser.tests(file, line)].join(' ')}`)
}
if (!values.list) {
  console.log(`seed ${values.seed}: ${sample.length} changes, ${alive} alive`)
  rmSync(copy, { recursive: true, force: true })
}
process.exitCode = alive > Math.ceil(sample.length / 10) ? 1 : 0
