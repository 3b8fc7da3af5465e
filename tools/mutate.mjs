/**
 * `node tools/mutate.mjs --seed N [--count 40] [--area path]`: changes the product by chance, one place at a time, runs
 * the tests that cover the place, and says which changes nobody noticed. The seed makes a run repeatable.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { node24, root } from './setup.mjs'

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
    kind: 'a condition dropped',
    files: /^(server|web)\/src\/.*\.(ts|tsx)$/,
    pattern: /^(\s*(?:\} else )?if \()(.+)(\) (?:throw|return|\{).*)$/,
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

function filesIn(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .sort()
}

function placesOf({ kind, files, pattern, change }, all) {
  return all
    .filter((file) => files.test(file) && !skipped.test(file) && file.includes(values.area))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => {
          const match = pattern.exec(line)
          return match ? [{ kind, file, index, line, changed: change(match) }] : []
        }),
    )
}

/** Tests beside the place, of its feature, and of the contract: those that ought to notice. */
function testsFor(file, all) {
  const feature = /\/features\/([\w-]+)\//.exec(file)?.[1] ?? basename(file).split('.')[0]
  const tests = all.filter((one) => /\.(test)\.tsx?$/.test(one))
  const beside = tests.filter((one) => dirname(one) === dirname(file))
  const named = tests.filter(
    (one) => one.includes(`/${feature}/`) || basename(one).startsWith(`${feature}.`),
  )
  const chosen = [...new Set([...beside, ...named])]
  return chosen.length > 0
    ? chosen
    : tests.filter((one) => one.startsWith('server/src/testing/contract-'))
}

/** `noticed` by the type checker or a test, or `alive`. */
function judge({ file, index, changed }, all) {
  const path = join(root, file)
  const before = readFileSync(path, 'utf8')
  const lines = before.split('\n')
  lines[index] = changed
  writeFileSync(path, lines.join('\n'))
  try {
    const run = spawnSync(
      node24,
      ['node_modules/vitest/vitest.mjs', 'run', '--bail', '1', ...testsFor(file, all)],
      { cwd: root, stdio: 'ignore', timeout: 15 * 60_000 },
    )
    return run.status === 0 ? 'alive' : 'noticed'
  } finally {
    writeFileSync(path, before)
  }
}

const all = ['contract/src', 'mime/src', 'server/src', 'web/src'].flatMap(filesIn)
const random = chance(Number(values.seed))
const places = kinds.map((one) => placesOf(one, all)).filter((one) => one.length > 0)
const sample = Array.from({ length: Number(values.count) }, (_, turn) => {
  const own = places[turn % places.length]
  return own.splice(Math.floor(random() * own.length), 1)[0]
}).filter(Boolean)

let alive = 0
for (const place of sample) {
  const verdict = values.list ? 'listed' : judge(place, all)
  if (verdict === 'alive') alive++
  console.log(`${verdict.padEnd(8)} ${place.kind}: ${place.file}:${place.index + 1}`)
  if (verdict !== 'noticed')
    console.log(`         ${place.line.trim()}  →  ${place.changed.trim()}`)
}
if (!values.list) console.log(`seed ${values.seed}: ${sample.length} changes, ${alive} alive`)
process.exitCode = alive > Math.ceil(sample.length / 10) ? 1 : 0
