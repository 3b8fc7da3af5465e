/** `node tools/requirements.mjs`: docs/requirements.md from the list and the last test run (npm test -- --requirements). */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { count, playwrightTests, vitestTests } from './results.mjs'
import { root } from './setup.mjs'

/** Writes the page: every requirement, the tests that name it, and how they went. */
export function writeRequirements() {
  const areas = readJson('docs/requirements-list.json')
  const judge = judgeOf(testsById([...vitestTests(), ...playwrightTests()]))
  const all = areas.flatMap(({ requirements }) => requirements)
  const states = all.map((one) => judge(one).state)
  const of = (state) => states.filter((one) => one === state).length
  const lines = [
    '# Requirements',
    '',
    'Made by `npm test -- --requirements`; do not edit. A requirement is green when every test that names it passed, on every side that',
    'it asks for (BOTH: a server test and a browser test, UI: a browser test, API: a server test), and these tests name every part of it',
    'that docs/requirements-parts.json lists, in their names or in their own text. What is missing stands behind "in part".',
    '',
    `${all.length} requirements: ${of('green')} green, ${of('in part')} in part, ${of('red')} red, ${of('no test yet')} without a test yet.`,
  ]
  for (const area of areas) lines.push('', `## ${area.title}`, '', ...table(area, judge))
  writeFileSync(join(root, 'docs/requirements.md'), `${lines.join('\n')}\n`)
}

const readJson = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'))

function table({ requirements }, judge) {
  const rows = requirements.map((one) => {
    const { state, missing, named } = judge(one)
    const shown = missing.length > 0 ? `${state}: ${cell(missing.join(', '))}` : state
    return `| ${one.id} | ${cell(one.text)} | ${shown} | ${namesOf(named).join('<br>')} |`
  })
  return ['| ID | requirement | state | tests |', '|---|---|---|---|', ...rows]
}

/** Where the tests of a side lie. Unit tests of the web client, without a browser, stand for no side. */
const sides = {
  server: (file) => file.startsWith('server/') || file.startsWith('e2e/durability/'),
  browser: (file) => file.startsWith('e2e/') && file.endsWith('.spec.ts'),
}
const sidesOf = { BOTH: ['server', 'browser'], UI: ['browser'], API: ['server'] }

/** Judges a requirement `{ id, text }` by the tests that name it: `{ state, missing, named }`. */
export function judgeOf(tests, parts = readJson('docs/requirements-parts.json'), read = sourceOf) {
  return ({ id, text }) => {
    const named = tests.get(id) ?? []
    if (named.length === 0) return { state: 'no test yet', missing: [], named }
    if (count(named).failed > 0) return { state: 'red', missing: [], named }
    const asked = sidesOf[/\((\w+)\)\s*$/.exec(text)?.[1]] ?? []
    const sideless = asked.filter((side) => !named.some(({ file }) => sides[side](file)))
    const words = named.map(({ name, file }) => `${name}\n${read(file, id)}`)
    const unnamed = (parts[id] ?? []).filter((part) => !words.some((one) => one.includes(part)))
    const missing = [...sideless.map((side) => `a ${side} test`), ...unnamed]
    return { state: missing.length > 0 ? 'in part' : 'green', missing, named }
  }
}

const sources = new Map()

function sourceOf(file, id) {
  const path = join(root, file)
  if (!sources.has(path)) sources.set(path, existsSync(path) ? readFileSync(path, 'utf8') : '')
  return textFor(sources.get(path), id)
}

const begin = '\\s*(?:it|test|describe)(?:\\.(?:each|skipIf|runIf))*(?:<[^(]*>)?\\s*[([]'
const cut = new RegExp(`\\n(?=${begin})`)
const aTest = /^\s*(?:it|test)\b/

/**
 * What shows a requirement in a test file: the tests in whose text its ID stands, and what all of them share (tables,
 * helpers). What another test of the file says shows nothing.
 */
export function textFor(source, id) {
  const pieces = source.split(cut)
  // An ID that is put together from a table stands in no test's own text.
  if (!pieces.some((one) => aTest.test(one) && one.includes(id))) return source
  return pieces.filter((one) => !aTest.test(one) || one.includes(id)).join('\n')
}

/** A table over all endpoints has hundreds of tests: of each file so many are named, the rest counted. */
const namedOfFile = 6

// Runs on the system's own Node, which may be too old for Map.groupBy.
const namesOf = (tests) =>
  [...new Set(tests.map(({ file }) => file))].flatMap((file) => {
    const own = tests.filter((one) => one.file === file)
    const names = own.slice(0, namedOfFile).map(({ name }) => `${cell(name)} (${file})`)
    return own.length > namedOfFile
      ? [...names, `and ${own.length - namedOfFile} more (${file})`]
      : names
  })

/** Which tests name which requirement; skipped ones prove nothing and are left out. */
export function testsById(tests) {
  const byId = new Map()
  for (const test of tests.filter(({ state }) => state !== 'skipped')) {
    for (const id of new Set(test.name.match(/\b[A-Z0-9]+(?:-[A-Z0-9]+)*-\d{2,3}\b/g) ?? [])) {
      byId.set(id, [...(byId.get(id) ?? []), test])
    }
  }
  return byId
}

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replace(/\s+/g, ' ')

if (process.argv[1] === fileURLToPath(import.meta.url)) writeRequirements()
