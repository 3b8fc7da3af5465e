import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expressionsOf, slowness } from './backtracking.ts'

const root = join(import.meta.dirname, '..')
const folders = ['contract', 'mime/src', 'server/src', 'web/src']

const productFiles = (): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...folders], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))

describe('expressions that a stranger can make slow', () => {
  it.each([
    ['[. ]+$', ''],
    ['<img[^>]+src="?file:', 'i'],
    ['^\\s*(?:re|aw)\\s*(?:\\[\\d+\\])?\\s*:', 'i'],
    ['(?:a|a)+b', ''],
    ['url\\(\\s*\\s*x', ''],
    ['<!doctype[^>]{0,500}>', 'gi'],
    ['^[^]*<body[^>]*>', ''],
    ['<meta[^<>]{0,500}charset[^<>]{0,500}>', ''],
    ['^message-id:\\s*<([^>]+)>', 'im'],
  ])('are known: /%s/%s', (source, flags) => {
    expect(slowness({ source, flags })).not.toEqual([])
  })

  it.each([
    ['(?<![. ])[. ]+$', ''],
    ['<img[^<>]+src', 'i'],
    ['^[^\\s@]+@[^\\s@]+$', ''],
    ['cid:[^"]*', 'g'],
    ['[^\\\\{}]+', 'y'],
  ])('are told from others: /%s/%s', (source, flags) => {
    expect(slowness({ source, flags })).toEqual([])
  })

  it('T31 stand nowhere in the product', () => {
    const found = new Map<string, string>()
    for (const { file, source, flags } of expressionsOf(root, productFiles())) {
      const why = slowness({ source, flags }).join(', ')
      if (why !== '') found.set(`${file} /${source}/${flags}`, why)
    }
    expect(Object.fromEntries(found)).toEqual({})
  })
})
