import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const sources = fileURLToPath(new URL('../src/', import.meta.url))

/** A colour written out. `oklch(from var(--…) …)` is none: it begins with a token. */
const literal =
  /#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b(?!["']?\s*\))|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\((?!from var)\s*[\d.]|%23[0-9a-f]{3,8}\b/i
const named =
  /^\s*(?:--[\w-]+|[\w-]*(?:color|background|border|fill|stroke|shadow)[\w-]*)\s*:[^;]*\b(?:white|black|red|green|blue|gr[ae]y|orange|silver|gold|yellow|purple|pink)\b(?!-)/i

/**
 * Files whose colours go into a mail's own document or along with a letter: no token of the page reaches there.
 * Everything else takes its colours from ui/tokens.css, which is how the dark palette can stand once.
 */
const travelling = new Set([
  'ui/tokens.css',
  'ui/mail-colors.ts',
  'editor/clean-style.ts',
  'editor/editor-tables.ts',
])

const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  // The frame of a mail is a document of its own.
  .filter((path) => !path.startsWith('features/messages/reader/frame/'))
  .filter((path) => /\.(?:css|tsx?)$/.test(path) && !/\.test\.tsx?$/.test(path))

it('no colour stands outside the tokens', () => {
  const found = files
    .filter((path) => !travelling.has(path))
    .flatMap((path) =>
      readFileSync(join(sources, path), 'utf8')
        .split('\n')
        .flatMap((line, at) =>
          literal.test(line) || (path.endsWith('.css') && named.test(line))
            ? [`${path}:${at + 1} ${line.trim()}`]
            : [],
        ),
    )
  expect(found).toEqual([])
  expect(files.length).toBeGreaterThan(200)
})

it('the dark palette stands once, beside the light one', () => {
  const tokens = readFileSync(join(sources, 'ui/tokens.css'), 'utf8')
  const twice = [...tokens.matchAll(/^\s*(--[\w-]+):/gm)]
    .map(([, name]) => name ?? '')
    .filter((name) => !/^--(?:fs-|lh$)/.test(name))
  expect(twice).toHaveLength(new Set(twice).size)
  const others = files.filter(
    (path) =>
      path.endsWith('.css') &&
      readFileSync(join(sources, path), 'utf8').includes('prefers-color-scheme'),
  )
  expect(others).toEqual([])
})
