import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const source = new URL('../web/src/', import.meta.url).pathname

/** Names under which words of strangers are known on a page. */
const foreign =
  /\b(?:mailSubject|subject|fileName|folderName|labelName|userName|emailAddr|plainLine|nameOf|fullNameOf|titleOf|address|name)\b/
/** Names that are ours: of days, of fonts. */
const ours = ['ui/heavy/day-calendar.tsx', 'features/compose/text/font-menu.tsx']
/** What is drawn between two tags; texts of ours stand in `t(…)`. */
const drawn = /(<[\w.]+[^<>]*>|\/>|\})\s*\{((?!\/\*)[^{}<>]*)\}/g

it('T29 words of strangers are drawn isolated, so that they turn nothing beside them', () => {
  const found = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.tsx') && !ours.includes(path))
    .flatMap((path) => {
      const text = readFileSync(join(source, path), 'utf8')
      return [...text.matchAll(drawn)]
        .filter(([, tag, value = '']) => {
          const isOurs = /^\s*t\(|=>/.test(value) || tag === '}' || !foreign.test(value)
          return !isOurs && !/^<(?:Isolated\b|void>|option\b|[^>]*\bdir="auto")/.test(tag ?? '')
        })
        .map(([, , value]) => `${path}: {${value?.trim()}}`)
    })
  expect(found).toEqual([])
})

it('T29 the title of the page and answers of the server are read in one place each', () => {
  const all = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  const naming = (words: RegExp) =>
    all.filter((path) => words.test(readFileSync(join(source, path), 'utf8')))
  expect(naming(/document\.title\s*=/)).toEqual(['lib/page-title.ts'])
  expect(naming(/(?:response|answer)\.json\(\)/)).toEqual([])
})
