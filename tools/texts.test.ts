import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const source = new URL('../web/src/', import.meta.url).pathname
const languages = ['zh', 'en'] as const
type Language = (typeof languages)[number]

interface Text {
  /** `feature:key`, with the form for a number. */
  name: string
  text: string
}

const baseOf = (name: string): string => name.replace(/_(?:one|other)$/, '')
const valuesIn = (text: string): string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '')

function leaves(tree: unknown, path: string): Text[] {
  if (typeof tree === 'string') return [{ name: path, text: tree }]
  return Object.entries(tree as object).flatMap(([key, value]) =>
    leaves(value, path.endsWith(':') ? path + key : `${path}.${key}`),
  )
}

function textsOf(language: Language): Text[] {
  const folder = join(source, 'locales', language)
  return readdirSync(folder).flatMap((file) =>
    leaves(JSON.parse(readFileSync(join(folder, file), 'utf8')), `${file.replace('.json', '')}:`),
  )
}

const texts = { zh: textsOf('zh'), en: textsOf('en') }
const bases = (language: Language): string[] =>
  [...new Set(texts[language].map(({ name }) => baseOf(name)))].sort()

describe('the texts of the pages', () => {
  it('have the same keys in both languages', () => {
    expect(bases('en')).toEqual(bases('zh'))
  })

  it('have both forms for a number where English counts', () => {
    for (const language of languages) {
      const names = new Set(texts[language].map(({ name }) => name))
      const lonely = [...names].filter(
        (name) =>
          /_(?:one|other)$/.test(name) &&
          !(names.has(`${baseOf(name)}_one`) && names.has(`${baseOf(name)}_other`)),
      )
      expect(lonely).toEqual([])
    }
    // "1 messages", "piece(s)"
    const clumsy = texts.en.filter(
      ({ name, text }) =>
        /\(e?s\)/.test(text) || (/\{\{count\}\} [a-z]+s\b/.test(text) && !name.endsWith('_other')),
    )
    // The specification's own: "moving 1 mails".
    expect(clumsy.map(({ name }) => name).filter((name) => name !== 'folders:dragging')).toEqual([])
  })

  it('take the same values in both languages', () => {
    const values = (language: Language) =>
      Object.fromEntries(
        bases(language).map((base) => [
          base,
          [
            ...new Set(
              texts[language]
                .filter(({ name }) => baseOf(name) === base)
                .flatMap(({ text }) => valuesIn(text)),
            ),
          ].sort(),
        ]),
      )
    expect(values('en')).toEqual(values('zh'))
  })

  it('are written with the marks and words of their language', () => {
    const wrong = (language: Language, pattern: RegExp) =>
      texts[language].filter(({ text }) => pattern.test(text)).map(({ name }) => name)
    expect(wrong('zh', /[「」]|你|回复全部/)).toEqual([])
    // One word for a mail: "message"; "mail" only for all of it.
    // "moving 3 mails" is the specification's.
    expect(wrong('en', /\bmails\b|\b(?:a|this|each|that) mail\b|for good|by itself/)).toEqual([
      'folders:dragging',
    ])
  })

  it('are all used', () => {
    const { exact, patterns } = literals()
    const used = (name: string): boolean => {
      const own = name.slice(name.indexOf(':') + 1)
      return [name, own].some(
        (form) => exact.has(form) || patterns.some((pattern) => pattern.test(form)),
      )
    }
    expect(bases('zh').filter((name) => !used(name))).toEqual([])
  })

  it('issue 13 are there before what is drawn with them: the start uses no text that comes later', () => {
    const late = { zh: lateFeatures('zh-later.ts'), en: lateFeatures('en-later.ts') }
    expect(late.zh.length).toBeGreaterThan(10)
    expect(late.en).toEqual(late.zh)
    for (const language of languages) expect(lateFeatures(`${language}.ts`)).toEqual(late[language])
    const asks = new RegExp(
      `useTranslation\\(\\s*'(?:${late.zh.join('|')})'|['"\`](?:${late.zh.join('|')}):\\w`,
    )
    const start = neededBy(join(source, 'app/start.tsx'))
    expect(start.length).toBeGreaterThan(200)
    const wrong = start.filter((file) => asks.test(readFileSync(file, 'utf8')))
    expect(wrong.map((file) => relative(source, file))).toEqual([])
  })

  it('issue 16 of the console are used by the console alone: no page of the mail loads them', () => {
    const asks = /useTranslation\(\s*'console(?:-\w+)*'|['"`]console(?:-\w+)*:\w/
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.tsx?$/.test(file),
    )
    const asking = files.filter((file) => asks.test(readFileSync(join(source, file), 'utf8')))
    expect(asking.length).toBeGreaterThan(20)
    expect(asking.filter((file) => !file.startsWith('features/console/'))).toEqual([])
  })
})

/** The features that a list of text files names between braces. */
const lateFeatures = (file: string): string[] =>
  (
    /\{([\w,-]+)\}\.json/.exec(readFileSync(join(source, 'locales', file), 'utf8'))?.[1] ?? ''
  ).split(',')

/** The files that are read with this one; what is imported when it is wanted is none of them. */
function neededBy(entry: string): string[] {
  const found = new Set<string>()
  const waiting = [entry]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue
    found.add(file)
    const from = dirname(file)
    const imports = readFileSync(file, 'utf8').matchAll(
      /^(?:import|export)\s+(?!type\b)(?:[^'"();=]*?\sfrom\s+)?['"](\.[^'"]+\.tsx?)['"]/gm,
    )
    waiting.push(...[...imports].map(([, path]) => join(from, path ?? '')))
  }
  return [...found]
}

/** What stands in quotes in the pages' source; a template is a pattern for what it can become. */
function literals(): { exact: Set<string>; patterns: RegExp[] } {
  const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^locales|text-keys/.test(file))
    .map((file) => readFileSync(join(source, file), 'utf8'))
    .join('\n')
  // Names of fields are keys too, of tables and of settings.
  const exact = code.matchAll(/['"]([\w.:-]+)['"]|^\s*(\w+)\??:/gm)
  const templates = [...code.matchAll(/`([^`\n]*\$\{[^`\n]*)`/g)]
    .map(([, template]) => (template ?? '').split(/\$\{[^}]*\}/))
    .filter((parts) => /^[\w.:-]{3,}$/.test(parts.join('')))
  return {
    exact: new Set([...exact].map(([, quoted, field]) => quoted ?? field ?? '')),
    patterns: templates.map(
      (parts) => new RegExp(`^${parts.map((one) => one.replaceAll('.', '\\.')).join('[\\w-]+')}$`),
    ),
  }
}
