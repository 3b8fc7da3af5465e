/** Which tests ought to notice that a place of the product changed: by who imports what, by name, and by the words of the place. */
import { readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { createJourneyChooser } from './mutation-journeys.mjs'

/** So many test files at most are run for one change, the likeliest first. */
const most = 6
const mostWithWord = 12
const mostJourneys = 4
/** Every server test imports these: who goes through them imports the whole product. */
const hub = /\/(?:app|main|start-test-server)\.ts$|\/wiring\/|\/testing\//
const sided = /^(?:server|web)\//
const sideOf = (file) => file.split('/')[0]
const isTest = (file) => /\.test\.tsx?$/.test(file)

/** @param files of the project, relative to `root` */
export function createChooser(root, files) {
  const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const importers = importersOf(sources)
  const journeys = createJourneyChooser(sources)
  const tests = files.filter(isTest)
  /** A word of many tests tells nothing about which. */
  const isTelling = (word) =>
    tests.filter((test) => sources.get(test).includes(word)).length <= mostWithWord
  return {
    /** Vitest files for a change of this line, the likeliest first. */
    tests(file, line) {
      const near = distances(file, importers)
      const words = file.endsWith('.json') ? [] : wordsOf(line).filter(isTelling)
      // What a part of the platform is for is shown by the features that use it.
      const users = new Map(
        [...near].toSorted((a, b) => b[1] - a[1]).map(([one, far]) => [featureOf(one), far]),
      )
      const place = { file, near, users, words, calls: callsOf(near, sources) }
      // A server test can tell nothing about a page, nor a test of the pages about the server, but by an import.
      const can = (test) => near.has(test) || sideOf(test) === sideOf(file) || !sided.test(file)
      const scored = tests
        .filter(can)
        .map((test) => ({ test, score: scoreOf(test, { ...place, source: sources.get(test) }) }))
        .filter(({ score }) => score >= 3)
      const likely = scored.sort((a, b) => b.score - a.score).slice(0, most)
      return likely.map(({ test }) => test)
    },
    /** Tests that hold a whole class of things to what is written down: they cost little and come first. */
    wide: (kind) => wide[kind] ?? [],
    /** Journeys through the changed place: `[file, name]`, the likeliest first. */
    journeys(file, line) {
      const text = file.startsWith('web/src/locales/') ? /: "(.*)",?$/.exec(line)?.[1] : undefined
      if (text !== undefined) return journeys.withText(text).slice(0, 1)
      // A feature of the server that few tests name is shown by a journey of its name.
      if (!file.startsWith('web/src/'))
        return this.tests(file, line).length > 2 ? [] : journeys.ofFeature(featureOf(file))
      return journeys.likely(file, distances(file, importers)).slice(0, mostJourneys)
    },
  }
}

const wide = {
  'a limit changed by one': ['tools/ledgers.test.ts'],
  'a text changed': ['tools/ledgers.test.ts'],
  'a push frame lost': ['server/src/push/push-matrix.test.ts', 'server/src/push/push.test.ts'],
}

/** How likely a test is to notice: by the imports between, by place and name, and by the words of the line. */
function scoreOf(test, { file, near, users, words, calls, source }) {
  const far = near.get(test)
  const called = [...calls].filter(([contract]) => source.includes(`'${contract}'`))
  const said = words.filter((word) => source.includes(word)).length
  return [
    far === undefined ? 0 : 12 / far,
    Math.max(0, ...called.map(([, routes]) => 6 / (1 + routes))),
    nearness(dirname(test), dirname(file)),
    Math.min(3, source.length / 10_000),
    featureOf(test) === featureOf(file) ? 5 : 6 / (users.get(featureOf(test)) ?? 9),
    [stemOf(file), featureOf(file)].includes(stemOf(test)) ? 6 : 0,
    words.length > 0 ? (12 * said) / words.length : 0,
  ].reduce((sum, one) => sum + one, 0)
}

/** The contracts of the routes that need a file, and how far those routes are: who calls them may walk through it. */
function callsOf(near, sources) {
  const calls = new Map()
  for (const [file, far] of near) {
    if (!file.endsWith('.routes.ts')) continue
    for (const [, contract] of sources.get(file).matchAll(/'(@hongyan\/contract\/[\w-]+)'/g))
      calls.set(contract, Math.min(far, calls.get(contract) ?? far))
  }
  return calls
}

/** A test beside the file, or in a folder above it that is not the whole side. */
function nearness(test, file) {
  if (test === file) return 4
  return file.startsWith(`${test}/`) && test.split('/').length > 3 ? 3 : 0
}

const stemOf = (file) => basename(file).split('.')[0]

/** `compose` of server/src/features/compose/…, of web/src/features/compose/… and of contract/src/compose.ts. */
function featureOf(file) {
  const feature = /\/features\/([\w-]+)\//.exec(file)?.[1]
  if (feature) return feature
  if (file.startsWith('contract/src/')) return stemOf(file)
  return dirname(file)
}

/** Names and codes of a line that are its own: constants, keys, error codes, texts. */
function wordsOf(line) {
  const quoted = [...line.matchAll(/'([^']{4,})'|"([^"]{4,})"/g)].map(([, a, b]) => a ?? b)
  const named = [...line.matchAll(/\b([a-z]+[A-Z]\w+|[a-z]+(?:-[a-z]+)+)\b/g)].map(([, a]) => a)
  return [...new Set([...quoted, ...named])]
}

/** file → files that import it. */
function importersOf(sources) {
  const importers = new Map()
  for (const [file, source] of sources) {
    for (const [, from] of source.matchAll(/(?:from|import\()\s*'([^']+)'/g)) {
      const target = resolve(file, from)
      if (target === null) continue
      importers.set(target, [...(importers.get(target) ?? []), file])
    }
  }
  return importers
}

function resolve(file, from) {
  if (from.startsWith('.')) return posix.normalize(posix.join(posix.dirname(file), from))
  const own = /^@hongyan\/(contract|mime)\/(.+)$/.exec(from)
  return own ? `${own[1]}/src/${own[2]}.ts` : null
}

/** How many imports lie between a file and those that need it, hubs left out. */
function distances(file, importers) {
  const far = new Map([[file, 0]])
  const queue = [file]
  for (const at of queue) {
    for (const next of importers.get(at) ?? []) {
      if (far.has(next) || hub.test(next)) continue
      far.set(next, far.get(at) + 1)
      queue.push(next)
    }
  }
  return far
}
