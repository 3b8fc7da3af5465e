import type { Language } from './language.ts'

/** One file per feature and language; the build makes one chunk of each language. */
const files = import.meta.glob<Record<string, unknown>>('../locales/*/*.json', {
  import: 'default',
})

export type Texts = Record<string, Record<string, unknown>>

const loading = new Map<Language, Promise<Texts>>()

/** All texts of a language by feature; asked for once. */
export function loadTexts(language: Language): Promise<Texts> {
  const known = loading.get(language) ?? read(language)
  loading.set(language, known)
  // A failure is not kept: the next one tries again.
  known.catch(() => loading.delete(language))
  return known
}

async function read(language: Language): Promise<Texts> {
  const wanted = Object.entries(files).filter(([path]) => path.includes(`/${language}/`))
  const loaded = await Promise.all(
    wanted.map(async ([path, load]) => [featureOf(path), await load()] as const),
  )
  return Object.fromEntries(loaded)
}

const featureOf = (path: string): string => /([^/]+)\.json$/.exec(path)?.[1] ?? path
