import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
})

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
