import type { Language } from './language.ts'

/** Texts by feature and key. */
export type Texts = Record<string, Record<string, unknown>>

/** One chunk for each language: who reads Chinese never loads English. */
const languages: Record<Language, () => Promise<{ files: Texts }>> = {
  zh: () => import('../locales/zh.ts'),
  en: () => import('../locales/en.ts'),
}

const loading = new Map<Language, Promise<Texts>>()

/** All texts of a language; asked for once. */
export function loadTexts(language: Language): Promise<Texts> {
  const known = loading.get(language) ?? languages[language]().then(byFeature)
  loading.set(language, known)
  // A failure is not kept: the next one tries again.
  known.catch(() => loading.delete(language))
  return known
}

/** The files by the feature whose name they carry. */
const byFeature = ({ files }: { files: Texts }): Texts =>
  Object.fromEntries(Object.entries(files).map(([path, texts]) => [featureOf(path), texts]))

const featureOf = (path: string): string =>
  path.slice(path.lastIndexOf('/') + 1).replace(/\.json$/, '')
