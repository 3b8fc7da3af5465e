import { home } from '@hongyan/contract/home'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { call } from './api.ts'
import { currentLanguage, type Language, storedLanguage, storeLanguage } from './language.ts'
import { readTokens } from './tokens.ts'

/** One file per feature and language; the build makes one chunk of each language. */
const files = import.meta.glob<Record<string, unknown>>('../locales/*/*.json', {
  import: 'default',
})

export const i18n = i18next.createInstance()

/** Loads the chosen language and makes `useTranslation('<feature>')` ready. */
export async function startI18n(): Promise<void> {
  const language = storedLanguage()
  document.documentElement.lang = language
  await i18n.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
    returnNull: false,
    resources: { [language]: await loadLanguage(language) },
  })
}

/** Switches without a reload; saved on this device, and for the user when signed in. */
export async function setLanguage(language: Language): Promise<void> {
  await showLanguage(language)
  storeLanguage(language)
  if (!readTokens()) return
  try {
    await call(home.changeSetting, { body: { key: 'language', value: language } })
  } catch {
    // Kept on this device; the next switch tries again.
  }
}

/** Shows a language without saving it (the user's own setting, found after login). */
export async function showLanguage(language: Language): Promise<void> {
  if (language === currentLanguage()) return
  if (!i18n.hasResourceBundle(language, 'common')) {
    for (const [feature, texts] of Object.entries(await loadLanguage(language))) {
      i18n.addResourceBundle(language, feature, texts)
    }
  }
  document.documentElement.lang = language
  await i18n.changeLanguage(language)
}

/** A text outside React, as in `translate('list:moved', { folder })`. */
export const translate = (key: string, values: Record<string, unknown> = {}): string =>
  i18n.t(key, values)

export const language = (): Language => currentLanguage()

async function loadLanguage(language: Language): Promise<Record<string, Record<string, unknown>>> {
  const wanted = Object.entries(files).filter(([path]) => path.includes(`/${language}/`))
  const loaded = await Promise.all(
    wanted.map(async ([path, load]) => [featureOf(path), await load()] as const),
  )
  return Object.fromEntries(loaded)
}

const featureOf = (path: string): string => /([^/]+)\.json$/.exec(path)?.[1] ?? path
