import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n')

/** What `git ls-files | grep NAME` prints. */
const printed = (name: string) => tracked.filter((path) => path.includes(name))

const escaped = (name: string) => name.replace(/[-/]/g, '\\$&')

/** The places where a feature's files lie, or files of a shared place that are called after it. */
const isOf = (name: string, path: string): boolean =>
  path.includes(`/features/${name}/`) ||
  new RegExp(`(?:^|[/-])${escaped(name)}(?:[-.]|$)`).test(path.slice(path.lastIndexOf('/') + 1)) ||
  path.includes(`/${name}/`)

/** Features whose name stands for nothing else, each with what it must have at least. */
const features: Record<string, readonly string[]> = {
  folders: ['contract/src/', 'contract/src/errors/', 'server/src/features/', 'web/src/features/'],
  labels: ['contract/src/', 'contract/src/errors/', 'server/src/features/', 'web/src/features/'],
  records: ['contract/src/', 'server/src/features/', 'web/src/features/', 'e2e/journeys/'],
  imports: ['contract/src/', 'server/src/features/', 'web/src/features/'],
  bulk: ['contract/src/', 'contract/src/errors/', 'server/src/features/'],
  feedback: ['contract/src/', 'contract/src/errors/', 'server/src/features/', 'web/src/features/'],
  todo: ['contract/src/', 'contract/src/errors/', 'server/src/features/', 'web/src/features/'],
  authorised: [
    'contract/src/',
    'contract/src/errors/',
    'server/src/features/',
    'web/src/features/',
  ],
  smime: ['contract/src/', 'contract/src/errors/', 'server/src/features/', 'web/src/features/'],
  'web-push': ['contract/src/', 'contract/src/errors/', 'server/src/features/'],
}

it.each(Object.entries(features))(
  'git ls-files | grep %s prints a whole feature and nothing else',
  (name, places) => {
    const paths = printed(name)
    expect(paths.filter((path) => !isOf(name, path))).toEqual([])
    const missing = places.filter(
      (place) => !paths.some((path) => path.startsWith(`${place}${name}`)),
    )
    expect(missing).toEqual([])
  },
)

it('ARCHITECTURE.md names every feature there is', () => {
  const map = readFileSync('ARCHITECTURE.md', 'utf8')
  const found = tracked.flatMap(
    (path) => /^(?:server|web)\/src\/features\/([\w-]+)\//.exec(path)?.[1] ?? [],
  )
  expect([...new Set(found)].filter((name) => !map.includes(`\`${name}\``))).toEqual([])
})

/** Flat catalogues: many small files of one kind, each found by its name. */
const catalogues: Record<string, string> = {
  'contract/src': 'one file a feature',
  'contract/src/errors': 'one file a feature',
  'web/src/ui': 'one file a component',
  'web/src/lib': 'one file a thing that every feature may use',
  'server/src/testing': 'one file a thing that tests build or drive',
}
/** About 25, with room for the two or three that come before somebody splits it. */
const most = 28

it('no folder has more source files than one can see, but for catalogues', () => {
  const sources = tracked.filter(
    (path) => /\.(?:tsx?|mjs|cjs)$/.test(path) && !/\.(?:test|spec|bench)\.tsx?$/.test(path),
  )
  const folders = Map.groupBy(sources, (path) => path.slice(0, path.lastIndexOf('/')))
  const crowded = [...folders]
    .filter(([folder, files]) => files.length > most && !(folder in catalogues))
    .map(([folder, files]) => `${folder}: ${files.length}`)
  expect(crowded).toEqual([])
})

/** What one file of the web does for all others. */
const owned: [what: string, pattern: RegExp, owner: string][] = [
  ['sets the title of the page', /document\.title\s*=[^=]/, 'page-title.ts'],
  ['asks whether an input method composes', /\.isComposing\b|=== 229/, 'composing.ts'],
  ['writes on the clipboard', /clipboard\.writeText/, 'copy-text.ts'],
  ['hands over a file', /\.download = /, 'save-file.ts'],
]

it.each(owned)('one file %s', (_, pattern, owner) => {
  const owners = tracked.filter(
    (path) =>
      /^web\/src\/.*(?<!\.test)\.tsx?$/.test(path) &&
      existsSync(path) &&
      pattern.test(readFileSync(path, 'utf8')),
  )
  expect(owners).toEqual([`web/src/lib/${owner}`])
})

it('journeys open pages of their own only where they are watched for what Trusted Types refuse (ADR 24)', () => {
  const unwatched = tracked.filter(
    (path) =>
      /^e2e\/(?:journeys|support)\/.*\.ts$/.test(path) &&
      path !== 'e2e/support/watched-page.ts' &&
      existsSync(path) &&
      /\bnewContext\(|browser(?:\(\))?\??\s*\.newPage\(/.test(readFileSync(path, 'utf8')),
  )
  expect(unwatched).toEqual([])
})

it('a dialog with a text of several lines asks before a key or a press beside it loses that', () => {
  const careless = tracked
    .filter((path) => /^web\/src\/features\/.*\.tsx$/.test(path) && existsSync(path))
    .filter((path) => {
      const text = readFileSync(path, 'utf8')
      const isDialog = /<(?:Form)?Dialog\b/.test(text) && /<TextArea\b|<OwnTextEditor\b/.test(text)
      return isDialog && !/\buse(?:Leaving|Unsaved)\(/.test(text)
    })
  expect(careless).toEqual([])
})

it('what a text may be at most is said by `upTo`, which counts nothing', () => {
  const counting = tracked
    .filter((path) => /^contract\/src\/.*\.ts$/.test(path) && existsSync(path))
    .filter((path) => path !== 'contract/src/fields.ts')
    .filter((path) => /\.string\(\)\s*\.max\(/.test(readFileSync(path, 'utf8')))
  expect(counting).toEqual([])
})

it('what stands behind the @ of an address is found by `domainOf`, which takes nothing apart', () => {
  const splitting = tracked
    .filter((path) => /^(?:server|mime|contract)\/src\/.*\.ts$/.test(path) && existsSync(path))
    .filter((path) => /\.split\('@'\)\.at\(/.test(readFileSync(path, 'utf8')))
  expect(splitting).toEqual([])
})

it('threads answer by `answer`, which hands long texts over as memory', () => {
  const bytesAlone = 'server/src/platform/blobs/file-worker.ts'
  const posting = tracked
    .filter((path) => /^server\/src\/.*(?<!\.test)\.ts$/.test(path) && existsSync(path))
    .filter((path) => path !== bytesAlone && path !== 'server/src/platform/thread-answers.ts')
    .filter((path) => /\bparentPort\??\.postMessage\(/.test(readFileSync(path, 'utf8')))
  expect(posting).toEqual([])
})
