/** `node tools/requirements.mjs`: docs/requirements.md from the list and the last test run (npm test -- --requirements). */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { count, playwrightTests, vitestTests } from './results.mjs'
import { root } from './setup.mjs'

/** Writes the page: every requirement, the tests that name it, and how they went. */
export function writeRequirements() {
  const areas = JSON.parse(readFileSync(join(root, 'docs/requirements-list.json'), 'utf8'))
  const tests = testsById([...vitestTests(), ...playwrightTests()])
  const all = areas.flatMap(({ requirements }) => requirements)
  const states = all.map(({ id }) => stateOf(tests.get(id) ?? []))
  const of = (state) => states.filter((one) => one === state).length
  const lines = [
    '# Requirements',
    '',
    'Made by `npm test -- --requirements`; do not edit. A requirement is green when every test that names it passed.',
    '',
    `${all.length} requirements: ${of('green')} green, ${of('red')} red, ${of('no test yet')} without a test yet.`,
  ]
  for (const area of areas) lines.push('', `## ${area.title}`, '', ...table(area, tests))
  writeFileSync(join(root, 'docs/requirements.md'), `${lines.join('\n')}\n`)
}

function table({ requirements }, tests) {
  const rows = requirements.map(({ id, text }) => {
    const named = tests.get(id) ?? []
    return `| ${id} | ${cell(text)} | ${stateOf(named)} | ${namesOf(named).join('<br>')} |`
  })
  return ['| ID | requirement | state | tests |', '|---|---|---|---|', ...rows]
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
function testsById(tests) {
  const byId = new Map()
  for (const test of tests.filter(({ state }) => state !== 'skipped')) {
    for (const id of new Set(test.name.match(/\b[A-Z0-9]+(?:-[A-Z0-9]+)*-\d{2,3}\b/g) ?? [])) {
      byId.set(id, [...(byId.get(id) ?? []), test])
    }
  }
  return byId
}

function stateOf(tests) {
  if (tests.length === 0) return 'no test yet'
  return count(tests).failed > 0 ? 'red' : 'green'
}

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replace(/\s+/g, ' ')

if (process.argv[1] === fileURLToPath(import.meta.url)) writeRequirements()
