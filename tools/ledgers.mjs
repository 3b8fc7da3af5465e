/**
 * `node tools/ledgers.mjs`: docs/limits.md and docs/texts.md, every number and every sentence of the product side by
 * side with where it stands, for who reviews them. tools/ledgers.test.ts holds the product to them: a number or a
 * sentence is not changed in passing, but here too.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './setup.mjs'

const read = (file) => readFileSync(join(root, file), 'utf8')

/** A number with a name: a constant, a member of `limits`, or the rate of an endpoint. */
const aNumber =
  /^\s*(?:export )?(?:const )?(\w+)(?: = |: )([\d_]+(?: \* [\d_]+| \*\* [\d_]+)*)(?: as const)?,?$/
const aRate = /^\s*rate: \{ (.+) \},?$/
/** Numbers that belong together, in one line: `const handRate = { max: 60, perSeconds: 60 }`. */
const aGroup = /^\s*(?:export )?(?:const )?(\w+)(?: = |: )\{ (\w+: [\d_]+(?:, \w+: [\d_]+)*) \},?$/
const anId = /^\s*id: '([A-Z]\d+)',$/

/** Every number of the sources: `[file, name, value]`. */
export function numbers() {
  const files = execFileSync('git', ['ls-files', 'contract/src', 'mime/src', 'server/src'], {
    cwd: root,
    encoding: 'utf8',
  })
  const wanted = /^(?:contract|mime|server)\/src\/.*\.ts$/
  const left = /\.test\.ts$|\/testing\/|\/demo\//
  return files
    .trim()
    .split('\n')
    .filter((file) => wanted.test(file) && !left.test(file))
    .flatMap((file) => numbersOf(file))
}

function numbersOf(file) {
  const found = []
  const seen = new Map()
  let endpoint = ''
  for (const line of read(file).split('\n')) {
    endpoint = anId.exec(line)?.[1] ?? endpoint
    const rate = aRate.exec(line)?.[1]
    const named = aNumber.exec(line) ?? aGroup.exec(line) ?? []
    const [, name, value] = rate ? [null, `rate of ${endpoint}`, rate] : named
    if (name === undefined) continue
    // The same name twice in a file is told by its turn.
    const turn = (seen.get(name) ?? 0) + 1
    seen.set(name, turn)
    found.push([file, turn > 1 ? `${name} (${turn})` : name, value])
  }
  return found
}

/** Every text of the pages: `[key, zh, en]`. */
export function texts() {
  const of = (language) =>
    new Map(
      readdirSync(join(root, 'web/src/locales', language)).flatMap((file) =>
        leaves(JSON.parse(read(`web/src/locales/${language}/${file}`)), file.replace('.json', ':')),
      ),
    )
  const [zh, en] = [of('zh'), of('en')]
  return [...new Set([...zh.keys(), ...en.keys()])]
    .sort()
    .map((key) => [key, zh.get(key) ?? '', en.get(key) ?? ''])
}

const leaves = (tree, path) =>
  typeof tree === 'string'
    ? [[path, tree]]
    : Object.entries(tree).flatMap(([key, value]) =>
        leaves(value, path.endsWith(':') ? path + key : `${path}.${key}`),
      )

/** Every sentence of the error catalogue: `[code, zh, en]`. */
export async function sentences() {
  const { errors } = await import(join(root, 'contract/src/errors.ts'))
  return Object.entries(errors).map(([code, { zh, en }]) => [code, zh, en])
}

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', '↵')
const row = (cells) => `| ${cells.map(cell).join(' | ')} |`

export const rowsOf = (page) =>
  page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(/(?<!\\) \| /))

/** As a ledger writes it down. */
export const written = (cells) => cells.map(cell)

async function write() {
  const note = 'Made by `node tools/ledgers.mjs`; do not edit.'
  const table = (head, rows) => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
  writeFileSync(
    join(root, 'docs/limits.md'),
    `# Numbers\n\n${note}\n\n${table(['file', 'name', 'value'], numbers())}\n`,
  )
  writeFileSync(
    join(root, 'docs/texts.md'),
    `# Texts\n\n${note}\n\n## Pages\n\n${table(['key', '中文', 'English'], texts())}\n\n## Errors\n\n${table(['code', '中文', 'English'], await sentences())}\n`,
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await write()
