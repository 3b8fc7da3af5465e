import type { Language } from './language.ts'

/** Texts by feature and key. */
export type Texts = Record<string, Record<string, unknown>>

type Part = () => Promise<{ files: Texts }>

/**
 * Chunks of each language: who reads Chinese never loads English, a start waits for its own texts only, and no page of the
 * mail loads those of the console.
 */
const languages: Record<Language, Record<'first' | 'later' | 'console', Part>> = {
  zh: {
    first: () => import('../locales/zh.ts'),
    later: () => import('../locales/zh-later.ts'),
    console: () => import('../locales/zh-console.ts'),
  },
  en: {
    first: () => import('../locales/en.ts'),
    later: () => import('../locales/en-later.ts'),
    console: () => import('../locales/en-console.ts'),
  },
}

let isConsole = false

/** This page is the console: all texts are those of the console too. */
export function withConsoleTexts(): void {
  isConsole = true
}

const loading = new Map<Part, Promise<Texts>>()

/** The texts that login, shell and lists are drawn with; asked for once. */
export const loadFirstTexts = (language: Language): Promise<Texts> =>
  once(languages[language].first)

/** All texts of a language; asked for once. */
export async function loadTexts(language: Language): Promise<Texts> {
  const { first, later, console } = languages[language]
  const parts = await Promise.all([first, later, ...(isConsole ? [console] : [])].map(once))
  return Object.assign({}, ...parts)
}

function once(part: Part): Promise<Texts> {
  const known = loading.get(part) ?? part().then(byFeature)
  loading.set(part, known)
  // A failure is not kept: the next one tries again.
  known.catch(() => loading.delete(part))
  return known
}

/** The files by the feature whose name they carry. */
const byFeature = ({ files }: { files: Texts }): Texts =>
  Object.fromEntries(Object.entries(files).map(([path, texts]) => [featureOf(path), texts]))

const featureOf = (path: string): string =>
  path.slice(path.lastIndexOf('/') + 1).replace(/\.json$/, '')
